import common from './common.json';
import error from './error.json';
import home from './home.json';

/** The texts of this language that every visit needs: one lazy chunk. */
export const messages = { ...common, error, home };
