import { computed, type ReadonlySignal } from '@preact/signals-react';
import { useCallback, useState } from 'react';
import type { EngineCommands } from '../../shared/bridge/worker-api.ts';
import type { User } from '../../shared/contract/session.ts';
import type { Area } from '../../shared/contract/site.ts';
import { err, ok, type Result } from '../../shared/result.ts';
import { randomId } from '../link/random-id.ts';
import { ask, useLoaded } from './ask.ts';
import { startCodeWait } from './code-wait.ts';
import { act } from './link.ts';
import { baseData } from './market.ts';

/* What the forms of login, registration and password reset need: areas, captchas, codes. */

export const areas: ReadonlySignal<readonly Area[]> = computed(() => baseData.value?.areas ?? []);

/** Whether a captcha is required; specification, `verify_reg_type`. */
export const asksCaptcha: ReadonlySignal<boolean> = computed(() => baseData.value?.verifyRegType === 2);

/** Where a code goes. */
interface CodeContact {
  readonly kind: 'email' | 'mobile';
  readonly to: string;
  /** Of a phone. */
  readonly areaId: number | undefined;
}

interface CodeRequest extends CodeContact {
  readonly purpose: 'register' | 'forgot' | 'password';
  readonly captcha?: { readonly id: string; readonly answer: string } | undefined;
}

export const signIn = (credentials: Parameters<EngineCommands['signIn']>[0]): Promise<Result<User>> =>
  act((engine) => engine.signIn(credentials));

/** The contact by which its wait is known. */
export const contactKey = ({ kind, to, areaId }: CodeContact): string =>
  kind === 'email' ? to : `${areaId} ${to}`;

/** Requests a verification code and starts the wait for the next one. */
export async function sendCode(request: CodeRequest): Promise<Result<null>> {
  const { kind, to, areaId, purpose, captcha } = request;
  const answer = await ask(kind === 'email' ? 'sendEmailCode' : 'sendSmsCode', {
    to,
    purpose: purpose === 'register' ? 1 : 2,
    ...(kind === 'mobile' && areaId !== undefined ? { areaId } : {}),
    ...(captcha === undefined ? {} : { captchaId: captcha.id, captcha: captcha.answer }),
  });
  if (answer.ok) startCodeWait(purpose);
  else {
    const wait = answer.error.facts?.['retryAfterS'];
    if (typeof wait === 'number') startCodeWait(purpose, wait, contactKey(request));
  }
  return answer;
}

/** A captcha while `asked`; `renew` loads another. */
export function useCaptcha(asked: boolean) {
  const [token, setToken] = useState(randomId);
  // A new token each time: a captcha that was answered is never shown again.
  const load = useCallback(
    async () => (asked ? ask('getCaptcha', { token }) : ok(undefined)),
    [asked, token],
  );
  const { loaded } = useLoaded<{ readonly id: string; readonly image: string } | undefined>(load);
  return {
    captcha: loaded.status === 'ready' ? loaded.value : undefined,
    renew: () => setToken(randomId()),
  };
}

/** Whether registering has a phone part (1 or 3), and whether it must be filled in (3). */
export async function loadPhonePart(): Promise<Result<'none' | 'optional' | 'needed'>> {
  const answer = await ask('getSetting', { key: 'is_show_mobile' });
  if (!answer.ok) return err(answer.error);
  const { value } = answer.value;
  return ok(value === 3 ? 'needed' : value === 1 ? 'optional' : 'none');
}
