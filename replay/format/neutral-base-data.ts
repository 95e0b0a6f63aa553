/** The answer of `getBasicInfo` where nothing is known of the exchange. */
export const NEUTRAL_BASE_DATA = {
  service_link: '',
  service_link_type: 1,
  verify_reg_type: 1,
  trade_fee_type: 1,
  area_codes: [],
} as const;
