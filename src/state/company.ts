import type { WireCompanyStatus } from '../../shared/contract/wire.ts';
import type { Result } from '../../shared/result.ts';
import { engine } from './engine.ts';

/** Whether the company still serves visitors, and where they go when it does not; specification, section 1. */
export const companyStatus = (): Promise<Result<WireCompanyStatus>> =>
  engine.call((to) => to.companyStatus());
