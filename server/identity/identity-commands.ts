import { CODE } from '../../shared/contract/codes.ts';
import { err, ok, type Refusal, type Result } from '../../shared/result.ts';
import { uidOf } from '../accounts/user.ts';
import { id, idOf, isoOf, isoOrNull } from '../command-values.ts';
import type { Files } from '../files/files.ts';
import type { OperatorAnswer, Resource } from '../resource.ts';
import type { Identity } from './identity.ts';
import type { PapersRecord } from './identity-repository.ts';
import { PAPERS_STATUSES, type PapersId } from './identity-tables.ts';

interface IdentityCommandDeps {
  readonly identity: Identity;
  readonly files: Pick<Files, 'link' | 'where'>;
}

/** Only `show` prints names and card numbers: lists stay on screens and are sent by mail. */
export const identity: Resource<IdentityCommandDeps> = {
  help: 'Papers for real-name verification',
  usual: 'list',
  verbs: {
    list: {
      help: 'Papers waiting for a review, oldest first',
      parameters: { status: { help: 'Papers in this state', optional: true, choices: PAPERS_STATUSES } },
      async run({ identity: room }, values) {
        const wanted = values['status'] ?? 'waiting';
        const status = PAPERS_STATUSES.find((one) => one === wanted);
        if (status === undefined) return err(`status is one of ${PAPERS_STATUSES.join(', ')}.`);
        return ok({ rows: (await room.list(status)).map(outline) });
      },
    },
    show: {
      help: 'One set of papers with its pictures',
      parameters: { id },
      async run({ identity: room, files }, values) {
        const papers = await room.find(idOf(values['id']));
        if (papers === undefined) return err(NOT_THERE);
        return ok({
          rows: [await details(files, papers)],
          note: 'The links are paths on the address of the API and end after 15 minutes.',
        });
      },
    },
    approve: {
      help: 'Accepts waiting papers',
      isSecurityEvent: true,
      parameters: { id },
      run: ({ identity: room }, values) =>
        reviewed(room, idOf(values['id']), (papers) => room.approve(papers)),
    },
    reject: {
      help: 'Rejects waiting papers; the user may try again',
      isSecurityEvent: true,
      parameters: { id, remark: { help: 'Why, as the user reads it' } },
      run: ({ identity: room }, values) =>
        reviewed(room, idOf(values['id']), (papers) => room.reject(papers, values['remark'] ?? '')),
    },
  },
};

const NOT_THERE = 'There are no papers with this number.';

async function reviewed(
  room: Identity,
  papers: PapersId,
  review: (papers: PapersId) => Promise<Result<null>>,
): Promise<Result<OperatorAnswer, string>> {
  const done = await review(papers);
  if (!done.ok) return err(sentence(done.error));
  const after = await room.find(papers);
  if (after === undefined) return ok({ rows: [] });
  const { uid, status } = outline(after);
  return ok({
    rows: [outline(after)],
    changed: { before: { status: 'waiting' }, after: { uid, status } },
  });
}

function sentence({ code }: Refusal): string {
  if (code === CODE.notFound) return NOT_THERE;
  if (code === CODE.conflict) return 'These papers have been reviewed before.';
  return 'remark says in one line of at most 500 characters why the papers are sent back.';
}

const outline = ({ id: papers, accountId, status, createdAt, reviewedAt, remark }: PapersRecord) => ({
  id: papers,
  uid: uidOf(accountId),
  status,
  sent: isoOf(createdAt),
  reviewed: isoOrNull(reviewedAt),
  remark,
});

async function details(files: IdentityCommandDeps['files'], papers: PapersRecord) {
  return {
    ...outline(papers),
    name: papers.name,
    card_id: papers.cardId,
    front: files.link(papers.frontFile),
    reverse: files.link(papers.reverseFile),
    front_file: (await files.where(papers.frontFile)) ?? null,
    reverse_file: (await files.where(papers.reverseFile)) ?? null,
  };
}
