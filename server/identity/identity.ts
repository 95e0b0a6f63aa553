import { CODE } from '../../shared/contract/codes.ts';
import type { WireReview } from '../../shared/contract/people.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { FileId } from '../files/file-tables.ts';
import type { Files } from '../files/files.ts';
import { badField } from '../refusals.ts';
import type { Store } from '../store/store.ts';
import { takeTurn } from '../store/turns.ts';
import { identityRepository, type PapersRecord } from './identity-repository.ts';
import type { PapersId, PapersStatus } from './identity-tables.ts';

/*
 * Real-name verification: users submit papers, operators approve or reject them. The typed texts are checked here, `files/`
 * keeps the pictures. Names and card numbers are personal: they must not get into logs, faults or addresses.
 */

/** The submitted form: texts as typed, pictures as the links that their uploads returned. */
interface Papers {
  readonly name: string;
  readonly cardId: string;
  readonly frontUrl: string;
  readonly reverseUrl: string;
}

export interface Identity {
  /** State of an account; after a rejection the form is open again, with the remark. */
  review(account: AccountId): Promise<WireReview>;
  /** Refuses with 4000 and `field`, and with 4009 while earlier papers are under review or accepted. */
  submit(account: AccountId, papers: Papers): Promise<Result<WireReview>>;
  /** Oldest first. */
  list(status: PapersStatus): Promise<readonly PapersRecord[]>;
  find(id: PapersId): Promise<PapersRecord | undefined>;
  /** Refuses with 4009 unless the papers are waiting, with 4004 if they do not exist. */
  approve(id: PapersId): Promise<Result<null>>;
  /** Like `approve`; the user reads `remark`: 4000 (`remark`) when it is empty or too long. */
  reject(id: PapersId, remark: string): Promise<Result<null>>;
}

export interface IdentityDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly files: Pick<Files, 'claim'>;
}

export function createIdentity(deps: IdentityDeps): Identity {
  const { store, clock } = deps;
  const reads = identityRepository(store.read);

  const decide = async (
    id: PapersId,
    status: 'approved' | 'rejected',
    remark: string,
  ): Promise<Result<null>> => {
    // The status check is part of the UPDATE, so only one of two concurrent reviews succeeds.
    const done = await store.write((transaction) =>
      identityRepository(transaction).review(id, status, remark, clock.now()),
    );
    if (done) return ok(null);
    return err(refusal((await reads.find(id)) === undefined ? CODE.notFound : CODE.conflict));
  };

  return {
    review: async (account) => toReview(await reads.latest(account)),
    submit: (account, papers) => submit(deps, account, papers),
    list: (status) => reads.withStatus(status),
    find: (id) => reads.find(id),
    approve: (id) => decide(id, 'approved', ''),
    async reject(id, text) {
      const remark = readRemark(text);
      return remark.ok ? decide(id, 'rejected', remark.value) : remark;
    },
  };
}

async function submit(
  { store, clock, files }: IdentityDeps,
  account: AccountId,
  papers: Papers,
): Promise<Result<WireReview>> {
  const name = readName(papers.name);
  if (!name.ok) return name;
  const cardId = readCardId(papers.cardId);
  if (!cardId.ok) return cardId;
  if (isTaken(await identityRepository(store.read).latest(account))) return err(refusal(CODE.conflict));
  const front = await claim(files, papers.frontUrl, account, 'front_pic');
  if (!front.ok) return front;
  const reverse = await claim(files, papers.reverseUrl, account, 'reverse_pic');
  if (!reverse.ok) return reverse;
  if (reverse.value === front.value) return badField('reverse_pic');
  return store.write(async (transaction) => {
    const identity = identityRepository(transaction);
    // Checked again in the account's turn, where no other papers can come in between, on this gateway or another one.
    await takeTurn(transaction, `papers ${account}`);
    if (isTaken(await identity.latest(account))) return err(refusal(CODE.conflict));
    await identity.insert({
      accountId: account,
      name: name.value,
      cardId: cardId.value,
      frontFile: front.value,
      reverseFile: reverse.value,
      createdAt: clock.now(),
    });
    return ok(toReview(await identity.latest(account)));
  });
}

async function claim(
  files: IdentityDeps['files'],
  url: string,
  account: AccountId,
  field: string,
): Promise<Result<FileId>> {
  const picture = await files.claim(url, account);
  return picture.ok ? picture : badField(field);
}

/** Under review or accepted. */
const isTaken = (latest: PapersRecord | undefined): boolean =>
  latest !== undefined && latest.status !== 'rejected';

const REVIEW_STATUS = { rejected: 0, waiting: 1, approved: 2 } as const;

const toReview = (latest: PapersRecord | undefined): WireReview =>
  latest === undefined
    ? { review_status: 0, remark: '' }
    : { review_status: REVIEW_STATUS[latest.status], remark: latest.remark };

const MAX_NAME = 120;
const MIN_CARD = 4;
const MAX_CARD = 40;
const MAX_REMARK = 500;

/** Control characters, unassigned code points, and marks that change the reading direction. */
const UNWRITTEN = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
/** Passport and card numbers, as in `A123456(7)` or `12.345.678-9`. */
const CARD = /^(?=.*[0-9])[\p{L}\p{N}][\p{L}\p{N} ./()<-]*$/u;

/** A person's name in any script, normalised. */
function readName(text: string): Result<string> {
  const name = text.trim().replace(/ {2,}/g, ' ').normalize('NFC');
  const isName = /\p{L}/u.test(name) && !UNWRITTEN.test(name) && [...name].length <= MAX_NAME;
  return isName ? ok(name) : badField('name');
}

/** A passport or card number; full-width characters become plain ones. */
function readCardId(text: string): Result<string> {
  const card = text.normalize('NFKC').trim();
  const isCard = card.length >= MIN_CARD && card.length <= MAX_CARD && CARD.test(card);
  return isCard ? ok(card) : badField('card_id');
}

/** The remark that a user reads about a rejection. */
function readRemark(text: string): Result<string> {
  const remark = text.trim().normalize('NFC');
  const isRemark = remark !== '' && remark.length <= MAX_REMARK && !UNWRITTEN.test(remark);
  return isRemark ? ok(remark) : badField('remark');
}
