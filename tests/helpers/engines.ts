/** Whether tests that need PostgreSQL or a broker must run: without its programs they fail then. */
export const areEnginesRequired = process.env['PIPSTREAM_TEST_CLUSTER'] === 'required';

/** The program, or programs, of an engine. @throws an Error that says what to install */
export function installed(program: string | undefined, debianPackage: 'nats-server' | 'postgresql'): string {
  if (program === undefined)
    throw new Error(`${debianPackage} is not installed here; on Debian: apt-get install ${debianPackage}`);
  return program;
}
