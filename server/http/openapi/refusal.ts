import * as v from 'valibot';
import { CODE } from '../../../shared/contract/codes.ts';
import { number, oneOf, text, whole } from './answers/parts.ts';

const codes = Object.values(CODE).filter((code) => code !== CODE.success);

/** Every answer that is no success. */
export const refusalSchema = v.strictObject({
  code: oneOf('see the table of codes', ...codes),
  msg: text("in the reader's language"),
  data: v.nullable(
    v.strictObject({
      field: v.exactOptional(text('the parameter that is wrong (4000)')),
      reason: v.exactOptional(text('of a password: short, long, common, account (4000)')),
      retry_after_s: v.exactOptional(whole('seconds to wait (4029)', 1)),
      price: v.exactOptional(number('the price now (4107)')),
    }),
  ),
});
