import { CODE } from '../../shared/contract/codes.ts';
import type { Review } from '../../shared/contract/people.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import type { FileId } from '../files/file-tables.ts';
import type { Files } from '../files/files.ts';
import type { Store } from '../store/store.ts';
import type { Identity, Papers } from './identity.ts';
import type { PapersRecord } from './identity-repository.ts';
import { identityRepository } from './identity-repository.ts';
import type { PapersId } from './identity-tables.ts';
import { badField, readCardId, readName, readRemark } from './papers.ts';

export interface IdentityParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly files: Pick<Files, 'claim'>;
}

export function createIdentity(parts: IdentityParts): Identity {
  const { store, clock } = parts;
  const reads = identityRepository(store.read);

  const decide = async (
    id: PapersId,
    status: 'approved' | 'rejected',
    remark: string,
  ): Promise<Result<null>> => {
    // The condition is part of the write: of two reviews at once one finds the papers waiting no more.
    const done = await store.write((transaction) =>
      identityRepository(transaction).review(id, status, remark, clock.now()),
    );
    if (done) return ok(null);
    return err(refusal((await reads.find(id)) === undefined ? CODE.notFound : CODE.conflict));
  };

  return {
    review: async (account) => toReview(await reads.latest(account)),
    submit: (account, papers) => submit(parts, account, papers),
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
  { store, clock, files }: IdentityParts,
  account: AccountId,
  papers: Papers,
): Promise<Result<Review>> {
  const name = readName(papers.name);
  if (!name.ok) return name;
  const cardId = readCardId(papers.cardId);
  if (!cardId.ok) return cardId;
  if (stands(await identityRepository(store.read).latest(account))) return err(refusal(CODE.conflict));
  const front = await claim(files, papers.frontUrl, account, 'front_pic');
  if (!front.ok) return front;
  const reverse = await claim(files, papers.reverseUrl, account, 'reverse_pic');
  if (!reverse.ok) return reverse;
  if (reverse.value === front.value) return badField('reverse_pic');
  return store.write(async (transaction) => {
    const identity = identityRepository(transaction);
    // Asked again where nothing comes between the answer and the write.
    if (stands(await identity.latest(account))) return err(refusal(CODE.conflict));
    await identity.insert({
      accountId: account,
      name: name.value,
      cardId: cardId.value,
      front: front.value,
      reverse: reverse.value,
      createdAt: clock.now(),
    });
    return ok(toReview(await identity.latest(account)));
  });
}

async function claim(
  files: IdentityParts['files'],
  url: string,
  account: AccountId,
  field: string,
): Promise<Result<FileId>> {
  const picture = await files.claim(url, account);
  return picture.ok ? picture : badField(field);
}

/** Under review, or accepted for good. */
const stands = (latest: PapersRecord | undefined): boolean =>
  latest !== undefined && latest.status !== 'rejected';

const REVIEW_STATUS = { rejected: 0, waiting: 1, approved: 2 } as const;

const toReview = (latest: PapersRecord | undefined): Review =>
  latest === undefined
    ? { review_status: 0, remark: '' }
    : { review_status: REVIEW_STATUS[latest.status], remark: latest.remark };
