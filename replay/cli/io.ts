/** Where the command line prints: standard output and standard error of a process, or what a test collects. */
export interface Io {
  /** Prints lines on standard output. Resolves once they are written: an earlier exit would truncate a pipe. */
  out(lines: string): Promise<void>;
  /** Prints a line on standard error. */
  err(line: string): void;
}
