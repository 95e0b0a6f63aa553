// Set up before every test file in a browser: the files share one origin, and what one of them left there, such as a token,
// would be another one's start.
localStorage.clear();
sessionStorage.clear();
