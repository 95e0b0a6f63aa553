import * as v from 'valibot';
import { oneOf, text, whole } from './parts.ts';

const area = v.strictObject({
  id: whole('`area_id` of a phone', 1),
  code: text('ISO 3166 code of the country'),
  global_code: text('dialling code, without a plus'),
});

const company = v.strictObject({
  id: whole('names it', 1),
  name: text('name'),
  logo: text('address of a picture; empty without one'),
  url: text('website'),
  subject: text('main company'),
  registered_address: text('registered address'),
  location: text('office address'),
  email: text('contact e-mail'),
});

export const siteShapes = { Area: area, Company: company };

export const siteAnswers = {
  getBasicInfo: v.strictObject({
    service_link: text("the customer service's link"),
    service_link_type: whole('2 copy dialog, 3 redirect, else the chat page'),
    verify_reg_type: whole('2: registration asks for an image captcha'),
    trade_fee_type: whole('1: the fee is per lot; else a fraction of the margin'),
    area_codes: v.array(area),
    blocked_countries: v.exactOptional(
      v.pipe(v.array(v.string()), v.description('ISO 3166 codes of the countries that are not served')),
    ),
  }),
  getAreas: v.array(area),
  getSetting: v.strictObject({
    key: text('as asked for'),
    value: whole('of `is_show_mobile`: 1 or 3: the register form has a phone part'),
  }),
  getContactEmail: v.strictObject({ email: text('where complaints go') }),
  getCompanyStatus: v.strictObject({
    status: whole('not 0: the browser goes to `url`'),
    url: text('the loss URL; empty without one'),
    mode: oneOf('1: companies instead of instruments', 0, 1),
  }),
  getCompanies: v.array(company),
  searchCompanies: v.array(company),
};
