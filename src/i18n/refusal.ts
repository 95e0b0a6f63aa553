import { CODE } from '../../shared/contract/codes.ts';
import { LOCAL_CODE, type Refusal } from '../../shared/result.ts';
import type { Translate } from './use-translation.ts';

/** Why a command was refused: the server's message, or a text of the app for what only the client can know. */
export function refusalText(t: Translate, { code, message }: Refusal): string {
  switch (code) {
    case LOCAL_CODE.offline:
      return t('error.offline');
    case LOCAL_CODE.unknown:
      return t('error.unknown');
    case CODE.cidSealed:
      return t('error.not_executed');
    case CODE.factorNeeded:
      return t('factors.needed');
    case LOCAL_CODE.malformed:
      return t('error.malformed');
    case LOCAL_CODE.workerLost:
      return t('error.worker_lost');
    case LOCAL_CODE.notAPicture:
      return t('error.not_a_picture');
    case LOCAL_CODE.replay:
      return t('diagnostics.refused');
    case LOCAL_CODE.notRecorded:
      return t('diagnostics.not_recorded');
    default:
      return message === '' ? t('error.generic', { code }) : message;
  }
}

/** Why a load failed: it has sent nothing that could be missing. */
export const notLoadedText = (t: Translate, error: Refusal): string =>
  error.code === LOCAL_CODE.offline ? t('error.not_loaded') : refusalText(t, error);

/** That something was not carried out, and why. */
export const notExecutedText = (t: Translate, error: Refusal): string =>
  // Its reason says so itself.
  error.code === CODE.cidSealed
    ? refusalText(t, error)
    : t('order.not_executed', { reason: refusalText(t, error) });
