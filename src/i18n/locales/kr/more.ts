import account from './account.json';
import announcement from './announcement.json';
import auth from './auth.json';
import charge from './charge.json';
import chat from './chat.json';
import company from './company.json';
import diagnostics from './diagnostics.json';
import email from './email.json';
import feedback from './feedback.json';
import form from './form.json';
import invite from './invite.json';
import ledger from './ledger.json';
import news from './news.json';
import order from './order.json';
import password from './password.json';
import product from './product.json';
import rank from './rank.json';
import settings from './settings.json';
import ticket from './ticket.json';
import trade from './trade.json';
import wallet from './wallet.json';
import withdraw from './withdraw.json';

/** The texts of the screens that are loaded later; its sections are joined with those of the same name that every visit needs. */
export const messages = {
  account,
  announcement,
  auth,
  charge,
  chat,
  company,
  diagnostics,
  email,
  feedback,
  form,
  invite,
  ledger,
  news,
  order,
  password,
  product,
  rank,
  settings,
  ticket,
  wallet,
  withdraw,
  trade,
};
