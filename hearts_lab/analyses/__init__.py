"""What the notebooks ask of many deals, a file for each subject; in `trials` the experiments behind the claims."""
