import { useState } from 'react';
import { CODE } from '../../../shared/contract/codes.ts';
import type { WireReview } from '../../../shared/contract/wire-people.ts';
import { Button } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { FormField } from '../../components/form/FormField.tsx';
import { PictureField } from '../../components/form/PictureField.tsx';
import { type Draft, useForm } from '../../components/form/useForm.ts';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { showToast } from '../../components/toast-store.ts';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask, useLoaded } from '../../state/ask.ts';
import { draftOf } from '../../state/draft.ts';
import { uploadPicture } from '../../state/upload.ts';
import { useUid } from '../shared/use-uid.ts';
import styles from './AuthScreen.module.css';

const loadReview = () => ask('getReview', {});

/** `/mine/auth`: the papers, then waiting, then done; specification, section 4. */
export function AuthScreen() {
  const { t } = useTranslation();
  const { loaded, reload } = useLoaded(loadReview);
  const [sent, setSent] = useState<WireReview>();
  const review = sent ?? (loaded.status === 'ready' ? loaded.value : undefined);
  return (
    <Page title={t('auth.title')} back>
      {loaded.status === 'loading' && (
        <div className={styles.form} role="status" aria-label={t('public.loading')}>
          <Skeleton height={48} />
          <Skeleton height={48} />
          <Skeleton height={148} />
        </div>
      )}
      {loaded.status === 'failed' && (
        <ErrorState text={refusalText(t, loaded.error)} onRetry={() => void reload()} />
      )}
      {review?.review_status === 0 && (
        <IdentityForm remark={review.remark} onSent={setSent} onConflict={() => void reload()} />
      )}
      {review?.review_status === 1 && (
        <EmptyState icon="clock" title={t('auth.waiting')} text={t('auth.waiting_text')} />
      )}
      {review !== undefined && review.review_status > 1 && (
        <EmptyState icon={MORE_ICONS.shield} title={t('auth.finished')} text={t('auth.finished_text')} />
      )}
    </Page>
  );
}

interface Fields extends Readonly<Record<string, string>> {
  readonly name: string;
  readonly card_id: string;
  readonly front_pic: string;
  readonly reverse_pic: string;
}

const EMPTY: Fields = { name: '', card_id: '', front_pic: '', reverse_pic: '' };
const NAMES: readonly (keyof Fields)[] = ['name', 'card_id', 'front_pic', 'reverse_pic'];

interface IdentityFormProps {
  /** Why the last papers were sent back; empty for the first. */
  readonly remark: string;
  readonly onSent: (review: WireReview) => void;
  /** They were sent from another device already. */
  readonly onConflict: () => void;
}

/** Name, number and both sides of a passport or identity card. */
function IdentityForm({ remark, onSent, onConflict }: IdentityFormProps) {
  const { t } = useTranslation();
  const uid = useUid();
  // The number is nobody's business but the server's: it is not kept.
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
      const field = NAMES.find((one) => one === answer.error.facts?.['field']);
      if (field !== undefined) return { [field]: refusalText(t, answer.error) };
      showToast(refusalText(t, answer.error), 'error');
      return undefined;
    },
  });
  const field = (name: keyof Fields & string) => ({
    name,
    value: form.values[name] ?? '',
    onChange: (text: string) => form.set(name, text),
    error: form.errors[name],
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit}>
      {remark !== '' && (
        <p className={styles.remark} role="status">
          {t('auth.sent_back', { remark })}
        </p>
      )}
      <FormField {...field('name')} label={t('auth.name')} autoComplete="name" enterKeyHint="next" />
      <FormField {...field('card_id')} label={t('auth.id_num')} enterKeyHint="done" />
      <PictureField
        {...field('front_pic')}
        label={t('auth.front')}
        hint={t('form.take_picture')}
        upload={uploadPicture}
      />
      <PictureField
        {...field('reverse_pic')}
        label={t('auth.back')}
        hint={t('form.take_picture')}
        upload={uploadPicture}
      />
      <Button variant="primary" type="submit" wide busy={form.busy}>
        {t('auth.submit')}
      </Button>
      <p className={styles.note}>{t('auth.privacy')}</p>
    </form>
  );
}
