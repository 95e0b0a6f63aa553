import { CODE } from '../../shared/contract/codes.ts';
import { err, ok, type Refusal, type Result } from '../../shared/result.ts';
import { uidOf } from '../accounts/user.ts';
import type { OperatorAnswer, OperatorServices, Thing } from '../ops/resource.ts';
import type { PapersRecord } from './identity-repository.ts';
import { PAPERS_STATUSES, type PapersId } from './identity-tables.ts';

const id = { help: 'The number in the list' } as const;

/** Names and numbers are shown by `show` alone: a list lies about in terminals and mails. */
export const identity: Thing = {
  help: 'Papers for real-name verification',
  usual: 'list',
  verbs: {
    list: {
      help: 'Those waiting for a review, oldest first',
      parameters: { status: { help: 'Others than those waiting', optional: true, choices: PAPERS_STATUSES } },
      async run(services, values) {
        const wanted = values['status'] ?? 'waiting';
        const status = PAPERS_STATUSES.find((one) => one === wanted);
        if (status === undefined) return err(`status is one of ${PAPERS_STATUSES.join(', ')}.`);
        return ok({ rows: (await services.identity.list(status)).map(outline) });
      },
    },
    show: {
      help: 'All of one set, with its pictures',
      parameters: { id },
      async run(services, values) {
        const papers = await services.identity.find(idOf(values['id']));
        if (papers === undefined) return err(NOT_THERE);
        return ok({
          rows: [await details(services, papers)],
          note: 'The links are paths on the address of the API and end after 15 minutes.',
        });
      },
    },
    approve: {
      help: 'Accepts what is waiting',
      parameters: { id },
      run: (services, values) =>
        reviewed(services, idOf(values['id']), (papers) => services.identity.approve(papers)),
    },
    reject: {
      help: 'Sends what is waiting back; the user may try again',
      parameters: { id, remark: { help: 'Why, as the user reads it' } },
      run: (services, values) =>
        reviewed(services, idOf(values['id']), (papers) =>
          services.identity.reject(papers, values['remark'] ?? ''),
        ),
    },
  },
};

const NOT_THERE = 'There are no papers with this number.';

/** No papers have the number 0, so that a text that is no number finds none. */
const idOf = (text: string | undefined): PapersId =>
  (/^[1-9][0-9]{0,8}$/.test(text ?? '') ? Number(text) : 0) as PapersId;

async function reviewed(
  { identity: room }: OperatorServices,
  papers: PapersId,
  review: (papers: PapersId) => Promise<Result<null>>,
): Promise<Result<OperatorAnswer, string>> {
  const done = await review(papers);
  if (!done.ok) return err(sentence(done.error));
  const after = await room.find(papers);
  return ok({ rows: after === undefined ? [] : [outline(after)] });
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
  sent: new Date(createdAt).toISOString(),
  reviewed: reviewedAt === undefined ? null : new Date(reviewedAt).toISOString(),
  remark,
});

async function details({ files }: OperatorServices, papers: PapersRecord) {
  return {
    ...outline(papers),
    name: papers.name,
    card_id: papers.cardId,
    front: files.link(papers.front),
    reverse: files.link(papers.reverse),
    front_file: (await files.where(papers.front)) ?? null,
    reverse_file: (await files.where(papers.reverse)) ?? null,
  };
}
