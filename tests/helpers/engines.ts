/** Whether tests that need PostgreSQL or a broker must run: without its programs they fail then. */
export const areEnginesRequired = process.env['PIPSTREAM_TEST_CLUSTER'] === 'required';
