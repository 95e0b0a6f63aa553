import account from './account.json';
import common from './common.json';
import error from './error.json';
import home from './home.json';
import order from './order.json';
import settings from './settings.json';
import ticket from './ticket.json';
import trade from './trade.json';

/** All texts of this language: one lazy chunk. `trade` joins the specification's keys with the screen's own. */
export const messages = {
  ...common,
  home,
  account,
  settings,
  error,
  order,
  ticket,
  trade: { ...common.trade, ...trade },
};
