import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMailer, type Letter, MailError, type Mailer } from '../../../server/outbox/mailer.ts';
import { createOutbox } from '../../../server/outbox/outbox.ts';
import { START } from '../../helpers/dealing.ts';
import { createManualClock } from '../../helpers/manual-clock.ts';
import { startSmtpServer } from '../../helpers/smtp-server.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const MAIL: Letter = {
  channel: 'email',
  to: 'ann@example.com',
  subject: 'Pipstream: 驗證碼',
  text: 'Pipstream: 您的開戶驗證碼是 123456。',
};
const SMS: Letter = { ...MAIL, channel: 'sms', to: '+85261234567' };

function start(mailer?: Mailer, dataDir = temporaryFolder(), writer?: string) {
  const clock = createManualClock(START);
  const logged: string[] = [];
  const reported: unknown[] = [];
  const outbox = createOutbox({
    place: { folder: dataDir, writer },
    clock,
    mailer,
    log: (line) => logged.push(line),
    report: (error) => reported.push(error),
  });
  onTestFinished(async () => {
    const stopped = outbox.stop();
    clock.advance(2_000);
    await stopped;
  });
  /** Sends, and advances the time until the letter leaves. */
  const send = (letter: Letter) => {
    outbox.send(letter);
    clock.advance(0);
  };
  return { dataDir, clock, logged, reported, outbox, send, file: join(dataDir, 'outbox.jsonl') };
}

/** A server on this machine, without TLS. */
const mailerTo = (port: number, login?: { user: string; password: () => string }) =>
  createMailer({ host: '127.0.0.1', port, secure: false, login, from: 'no-reply@example.com' });

/** Waits for background work, with the time advanced only by the given steps. */
const until = (happened: () => unknown) => vi.waitFor(() => expect(happened()).toBeTruthy(), 5_000);

describe('an outbox without a mail server', () => {
  it('shows the letters of all processes that share its folder, latest first', async () => {
    const folder = join(temporaryFolder(), 'outbox');
    const [one, other] = [start(undefined, folder, 'one'), start(undefined, folder, 'other')];
    other.clock.advance(1_000);
    for (const [from, to] of [
      [one, 'first@example.com'],
      [other, 'second@example.com'],
    ] as const)
      from.send({ ...MAIL, to });
    const shown = async () => (await other.outbox.list(9)).map(({ to }) => to);
    await expect.poll(shown).toHaveLength(2);
    one.clock.advance(2_000);
    one.send({ ...MAIL, to: 'third@example.com' });
    await expect.poll(shown).toEqual(['third@example.com', 'second@example.com', 'first@example.com']);
    expect(await one.outbox.list(9)).toEqual(await other.outbox.list(9));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('stores letters in a file that only its owner may read, and prints them', async () => {
    const { outbox, send, logged, file } = start();
    send(MAIL);
    send(SMS);
    await until(
      () => logged.length === 2 && existsSync(file) && readFileSync(file, 'utf8').split('\n').length === 3,
    );
    expect(logged).toEqual([
      `outbox: to ann@example.com: ${MAIL.text}`,
      `outbox: to +85261234567: ${SMS.text}`,
    ]);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { at: new Date(START).toISOString(), ...MAIL, state: 'waiting' },
      { at: new Date(START).toISOString(), ...SMS, state: 'waiting' },
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await outbox.list(10)).toEqual([
      { at: START, ...SMS, state: 'waiting' },
      { at: START, ...MAIL, state: 'waiting' },
    ]);
    expect(await outbox.list(1)).toHaveLength(1);
  });

  it('starts only after the answer has been sent', async () => {
    const { outbox, clock, logged } = start();
    outbox.send(MAIL);
    await Promise.resolve();
    expect(logged).toEqual([]);
    clock.advance(0);
    await until(() => logged.length === 1);
  });

  it('is empty at first, and omits a truncated line', async () => {
    const { outbox, send, file } = start();
    expect(await outbox.list(10)).toEqual([]);
    send(MAIL);
    await until(() => existsSync(file));
    appendFileSync(file, '{"at":"2026-03-04T10');
    expect(await outbox.list(10)).toHaveLength(1);
  });

  it('rotates a large file, and still finds its letters', async () => {
    const dataDir = temporaryFolder();
    const old = JSON.stringify({ at: '2026-01-01T00:00:00.000Z', ...MAIL, state: 'waiting' });
    writeFileSync(join(dataDir, 'outbox.jsonl'), `${old}\n`.repeat(30_000));
    const { outbox, send, file } = start(undefined, dataDir);
    send(SMS);
    await until(() => readFileSync(file, 'utf8').split('\n').length === 2);
    const found = await outbox.list(3);
    expect(found.map(({ to }) => to)).toEqual([SMS.to, MAIL.to, MAIL.to]);
    expect(statSync(join(dataDir, 'outbox.older.jsonl')).size).toBeGreaterThan(4 * 1024 * 1024);
  });

  it('reports a failed write, and continues', async () => {
    const { send, reported, logged } = start(undefined, join(temporaryFolder(), 'gone'));
    send(MAIL);
    send(SMS);
    await until(() => reported.length === 2);
    expect(logged).toHaveLength(2);
  });
});

describe('an outbox with a mail server', () => {
  it('sends e-mails completely, and stores text messages', async () => {
    const server = await startSmtpServer();
    const { send, logged, outbox } = start(mailerTo(server.port, { user: 'me', password: () => 'hush' }));
    send(MAIL);
    send(SMS);
    await until(() => server.mails.length === 1 && logged.length === 1);
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: 'no-reply@example.com', to: [MAIL.to], login: 'me:hush' });
    expect(mail?.text).toContain(MAIL.text);
    expect(mail?.text).toContain(`Subject: ${MAIL.subject}`);
    expect(mail?.text).toContain('From: Pipstream <no-reply@example.com>');
    await until(async () => (await outbox.list(5)).length === 1);
    expect((await outbox.list(5)).map(({ to }) => to)).toEqual([SMS.to]);
  });

  it('retries temporary refusals', async () => {
    const server = await startSmtpServer();
    server.treat('refuse-for-now', 'refuse-for-now');
    const { send, clock, reported } = start(mailerTo(server.port));
    send(MAIL);
    await until(() => server.visits() === 1);
    await until(() => {
      clock.advance(2_000);
      return server.visits() >= 2;
    });
    await until(() => {
      clock.advance(10_000);
      return server.mails.length === 1;
    });
    expect(reported).toEqual([]);
  });

  it('stops after four attempts, reports it, and records the failure without the text', async () => {
    const { clock, outbox, reported, send, logged, dataDir } = start(async () => {
      tries += 1;
      throw new MailError('ECONNECTION', true);
    });
    let tries = 0;
    send(MAIL);
    await until(() => {
      clock.advance(60_000);
      return reported.length > 0;
    });
    expect(tries).toBe(4);
    expect(String(reported[0])).toBe('MailError: the mail server did not take a letter: ECONNECTION');
    await until(() => existsSync(join(dataDir, 'outbox.jsonl')));
    const [kept] = await outbox.list(1);
    expect(kept).toMatchObject({ to: MAIL.to, text: '', state: 'failed' });
    expect(logged).toEqual([]);
  });

  it('does not retry permanent refusals, and does not reveal the recipient', async () => {
    const server = await startSmtpServer();
    server.treat('refuse-for-good');
    const { send, reported, clock } = start(mailerTo(server.port));
    send(MAIL);
    await until(() => reported.length === 1);
    clock.advance(600_000);
    expect(server.visits()).toBe(1);
    expect(String(reported[0])).toMatch(/EENVELOPE 550$/);
    expect(String(reported[0])).not.toContain('ann');
  });

  it('is not delayed by a silent server', async () => {
    const server = await startSmtpServer();
    server.treat('silent');
    const { send } = start(mailerTo(server.port));
    for (let i = 0; i < 6; i++) send({ ...MAIL, to: `user${i}@example.com` });
    await until(() => server.mails.length === 5);
  });

  it('holds a limited number of letters', async () => {
    const { send, reported } = start(() => new Promise(() => undefined));
    for (let i = 0; i < 501; i++) send(MAIL);
    expect(reported.map(String)).toEqual(['Error: the outbox holds 500 letters already; one was dropped']);
  });

  it('sends no password without TLS to another machine', async () => {
    const server = await startSmtpServer();
    // Reaches this machine, but under a name that does not show it.
    const login = { user: 'me', password: () => 'hush' };
    const mailer = createMailer({
      host: '0.0.0.0',
      port: server.port,
      secure: false,
      login,
      from: 'a@b.c',
    });
    await expect(mailer(MAIL)).rejects.toThrow('the mail server did not take a letter: ETLS');
    expect(server.mails).toEqual([]);
  });

  it('stops at once, also with a letter to be retried', async () => {
    const { send, outbox, reported } = start(async () => {
      throw new MailError('ECONNECTION', true);
    });
    send(MAIL);
    await Promise.resolve();
    await outbox.stop();
    expect(reported).toEqual([]);
  });
});
