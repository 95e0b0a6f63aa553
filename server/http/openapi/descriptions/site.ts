import { Area, Company, type siteRoutes } from '../../../../shared/contract/site.ts';
import { type CallWords, shape } from './words.ts';

export const siteCalls: CallWords<keyof typeof siteRoutes> = {
  getBasicInfo: {
    summary: 'What the app asks first: service link, registration, fees',
    answer: {
      service_link: "the customer service's link",
      service_link_type: '2 copy dialog, 3 redirect, else the chat page',
      verify_reg_type: '2: registration asks for an image captcha',
      trade_fee_type: '1: the fee is per lot; else a fraction of the margin',
      stop_out_percent:
        'margin level, in percent, at or below which positions are closed; 50 when absent. For the price of a stop out beside an order',
      simulated: '1: prices are simulated, not those of a market; absent otherwise',
      two_prices: '1: an instrument has an ask beside its `Close`; absent otherwise',
      financing_time:
        'when nights are booked, as in `17:00 America/New_York`; absent where no instrument has a rate',
      blocked_countries: 'ISO 3166 codes of the countries that are not served',
    },
  },
  getAreas: { summary: 'Countries with their dialling codes' },
  getSetting: {
    summary: 'One setting',
    parameters: { key: 'which' },
    answer: { key: 'as asked for', value: 'of `is_show_mobile`: 1 or 3: the register form has a phone part' },
  },
  getContactEmail: { summary: 'Where complaints go', answer: { email: 'where complaints go' } },
  getCompanyStatus: {
    summary: 'Whether the app may be used here, and whether it lists companies',
    answer: {
      status: 'not 0: the browser goes to `url`',
      url: 'the loss URL; empty without one',
      mode: '1: companies instead of instruments',
    },
  },
  getCompanies: { summary: 'All companies' },
  searchCompanies: {
    summary: 'Companies by a part of their name',
    parameters: { name: 'a part of the name; large and small letters are the same' },
  },
};

export const siteShapes = {
  Area: shape(Area, {
    id: '`area_id` of a phone',
    code: 'ISO 3166 code of the country',
    global_code: 'dialling code, without a plus',
  }),
  Company: shape(Company, {
    id: 'names it',
    name: 'name',
    logo: 'address of a picture; empty without one',
    url: 'website',
    subject: 'main company',
    registered_address: 'registered address',
    location: 'office address',
    email: 'contact e-mail',
  }),
};
