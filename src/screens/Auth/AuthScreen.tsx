import { useState } from 'react';
import { CODE } from '../../../shared/contract/codes.ts';
import type { Review as WireReview } from '../../../shared/contract/people.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Form, FormOutline } from '../../components/form/Form.tsx';
import { FormField } from '../../components/form/FormField.tsx';
import { PictureField } from '../../components/form/PictureField.tsx';
import { type Draft, useForm } from '../../components/form/use-form.ts';
import { LoadedView } from '../../components/LoadedView.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask, useLoaded } from '../../state/ask.ts';
import { draftOf } from '../../state/draft.ts';
import { uploadPicture } from '../../state/upload.ts';
import { refusedFields } from '../shared/refused-fields.ts';
import { useUid } from '../shared/use-uid.ts';
import styles from './AuthScreen.module.css';

const loadReview = () => ask('getReview', {});

/** `/mine/auth`: the identity papers, in review or accepted; specification, section 4. */
export function AuthScreen() {
  const { t } = useTranslation();
  const { loaded, reload } = useLoaded(loadReview);
  const [sent, setSent] = useState<WireReview>();
  return (
    <Page title={t('auth.title')} back>
      <LoadedView
        loaded={sent ? { status: 'ready', value: sent } : loaded}
        reload={reload}
        outline={<FormOutline rows={[48, 48, 148]} />}
      >
        {(review) => <Review review={review} onSent={setSent} onConflict={() => void reload()} />}
      </LoadedView>
    </Page>
  );
}

interface ReviewProps {
  readonly review: WireReview;
  readonly onSent: (review: WireReview) => void;
  /** The papers were already sent from another device. */
  readonly onConflict: () => void;
}

function Review({ review, onSent, onConflict }: ReviewProps) {
  const { t } = useTranslation();
  switch (review.review_status) {
    case 0:
      return <IdentityForm remark={review.remark} onSent={onSent} onConflict={onConflict} />;
    case 1:
      return <EmptyState icon="clock" title={t('auth.waiting')} text={t('auth.waiting_text')} />;
    default:
      return (
        <EmptyState icon={MORE_ICONS.shield} title={t('auth.finished')} text={t('auth.finished_text')} />
      );
  }
}

interface Fields extends Readonly<Record<string, string>> {
  readonly name: string;
  readonly card_id: string;
  readonly front_pic: string;
  readonly reverse_pic: string;
}

const EMPTY: Fields = { name: '', card_id: '', front_pic: '', reverse_pic: '' };
const FIELD_OF = {
  name: 'name',
  card_id: 'card_id',
  front_pic: 'front_pic',
  reverse_pic: 'reverse_pic',
} as const;

interface IdentityFormProps extends Omit<ReviewProps, 'review'> {
  /** Why the last papers were rejected; empty before the first ones. */
  readonly remark: string;
}

/** Name, number and both sides of a passport or identity card. */
function IdentityForm({ remark, onSent, onConflict }: IdentityFormProps) {
  const { t } = useTranslation();
  const uid = useUid();
  // The identity number is never stored on the device.
  const [draft] = useState<Draft<Fields>>(() => draftOf(`identity.${uid}`, ['card_id']));
  const form = useForm<Fields>({
    initial: EMPTY,
    draft,
    check: ({ name, card_id, front_pic, reverse_pic }) => ({
      name: name.trim() === '' ? t('auth.input_name') : undefined,
      card_id: card_id.trim() === '' ? t('auth.input_id_num') : undefined,
      front_pic: front_pic === '' ? t('auth.input_pictures') : undefined,
      reverse_pic: reverse_pic === '' ? t('auth.input_pictures') : undefined,
    }),
    async send({ name, card_id, front_pic, reverse_pic }) {
      const answer = await ask('submitRealName', {
        name: name.trim(),
        card_id: card_id.trim(),
        front_pic,
        reverse_pic,
      });
      if (answer.ok || answer.error.code === CODE.conflict) {
        draft.clear();
        if (answer.ok) onSent(answer.value);
        else onConflict();
        return undefined;
      }
      return refusedFields(t, answer.error, FIELD_OF);
    },
  });
  return (
    <Form form={form} action={t('auth.submit')} note={t('auth.privacy')}>
      {remark !== '' && (
        <p className={styles.remark} role="status">
          {t('auth.sent_back', { remark })}
        </p>
      )}
      <FormField {...form.field('name')} label={t('auth.name')} autoComplete="name" enterKeyHint="next" />
      <FormField {...form.field('card_id')} label={t('auth.id_num')} enterKeyHint="done" />
      <PictureField
        {...form.field('front_pic')}
        label={t('auth.front')}
        hint={t('form.take_picture')}
        upload={uploadPicture}
      />
      <PictureField
        {...form.field('reverse_pic')}
        label={t('auth.back')}
        hint={t('form.take_picture')}
        upload={uploadPicture}
      />
    </Form>
  );
}
