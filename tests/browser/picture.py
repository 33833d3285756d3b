"""Takes the README's picture of the table: `python tests/browser/picture.py` writes notebooks/table.png.

A real deal of Black Maria on the shipped front end, on a blank page, at a moment when most of the hand is barred.
"""

import os
import shutil
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parent)]

from blank import open_table
from conftest import BROWSERS, FLAGS
from PIL import Image
from playwright.sync_api import sync_playwright

import hearts_lab as hl

OUT = Path(__file__).parents[2] / "notebooks" / "table.png"


def moment() -> hl.Match:
    """The first moment of a third deal or later at which we follow suit with several cards and others are barred."""
    match = hl.Match("black_maria", players="cautious", seed=7).play_out(deals=2).next_deal()
    while True:
        deal = match.deal
        if deal.phase == "play" and deal.to_play == 0 and len(deal.tricks) >= 4 and len(deal.trick) == 3:
            if 2 <= len(deal.legal_cards()) < len(deal.hand(0)) - 3:
                return match.seated([None, "smoker", "cautious", "cautious"])
        match = match.step()


def main() -> None:
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)))
    match = moment()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        page = browser.new_page(viewport={"width": 1150, "height": 700}, reduced_motion="reduce")
        open_table(page, hl.Table(match).state)
        page.add_style_tag(content="h1 { display: none } body { margin: 12px }")
        barred = next(card for card in match.deal.hand(0) if match.deal.why_illegal(card))
        page.locator(f".hl-hand [data-card='{barred.text}']").hover()
        page.wait_for_timeout(500)
        page.locator("main").screenshot(path=OUT)
        browser.close()
    with Image.open(OUT) as picture:
        small = picture.convert("RGB").quantize(256)
    small.save(OUT, optimize=True)


if __name__ == "__main__":
    main()
