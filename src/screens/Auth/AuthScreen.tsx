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
import { isolated } from '../../format/isolated.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask, useLoaded } from '../../state/ask.ts';
import { draftOf } from '../../state/draft.ts';
import { uploadPicture } from '../../state/upload.ts';
import { useFresh } from '../../state/use-fresh.ts';
import { refusedFields } from '../shared/refused-fields.ts';
import { useUid } from '../shared/use-uid.ts';
import styles from './AuthScreen.module.css';

const loadReview = () => ask('getReview', {});

/** `/mine/auth`: the identity papers, in review or accepted; specification, section 4. */
export function AuthScreen() {
  const { t } = useTranslation();
  const { loaded, reload, put } = useLoaded(loadReview);
  useFresh(reload, loaded.status === 'ready' && loaded.value.status === 1);
  return (
    <Page title={t('auth.title')} back>
      <LoadedView loaded={loaded} reload={reload} outline={<FormOutline rows={[48, 48, 148]} />}>
        {(review) => <Review review={review} onSent={put} onConflict={() => void reload()} />}
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
  switch (review.status) {
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

interface Fields {
  readonly name: string;
  readonly cardId: string;
  readonly front: string;
  readonly back: string;
}

const EMPTY: Fields = { name: '', cardId: '', front: '', back: '' };

interface IdentityFormProps extends Omit<ReviewProps, 'review'> {
  /** Why the last papers were rejected; empty before the first ones. */
  readonly remark: string;
}

/** Name, number and both sides of a passport or identity card. */
function IdentityForm({ remark, onSent, onConflict }: IdentityFormProps) {
  const { t } = useTranslation();
  const uid = useUid();
  // The identity number is never stored on the device.
  const [draft] = useState<Draft<Fields>>(() => draftOf(`identity.${uid}`, ['cardId']));
  const form = useForm<Fields>({
    initial: EMPTY,
    draft,
    check: ({ name, cardId, front, back }) => ({
      name: name.trim() === '' ? t('auth.input_name') : undefined,
      cardId: cardId.trim() === '' ? t('auth.input_id_num') : undefined,
      front: front === '' ? t('auth.input_pictures') : undefined,
      back: back === '' ? t('auth.input_pictures') : undefined,
    }),
    async send({ name, cardId, front, back }) {
      const answer = await ask('submitRealName', {
        name: name.trim(),
        cardId: cardId.trim(),
        front,
        back,
      });
      if (answer.ok || answer.error.code === CODE.conflict) {
        draft.clear();
        if (answer.ok) onSent(answer.value);
        else onConflict();
        return undefined;
      }
      return refusedFields(t, answer.error, EMPTY);
    },
  });
  return (
    <Form form={form} action={t('auth.submit')} note={t('auth.privacy')}>
      {remark !== '' && (
        <p className={styles.remark} role="status">
          {t('auth.sent_back', { remark: isolated(remark) })}
        </p>
      )}
      <FormField {...form.field('name')} label={t('auth.name')} autoComplete="name" enterKeyHint="next" />
      <FormField {...form.field('cardId')} label={t('auth.id_num')} enterKeyHint="done" />
      <PictureField
        {...form.field('front')}
        label={t('auth.front')}
        hint={t('form.take_picture')}
        upload={uploadPicture}
      />
      <PictureField
        {...form.field('back')}
        label={t('auth.back')}
        hint={t('form.take_picture')}
        upload={uploadPicture}
      />
    </Form>
  );
}
