import type { InstrumentId } from '../../../shared/domain/instrument.ts';
import { Icon } from '../../components/Icon.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { showToast } from '../../components/toast-store.ts';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { toggleFavourite } from '../../state/favourites.ts';
import { favourites } from '../../state/preferences.ts';
import styles from './StarButton.module.css';

/** Adds an instrument to the favourites, or removes it. */
export function StarButton({ id }: { readonly id: InstrumentId }) {
  useSignals();
  const { t } = useTranslation();
  const isStarred = favourites.value.includes(id);
  return (
    <button
      type="button"
      className={styles.star}
      aria-label={t('home.favourites')}
      aria-pressed={isStarred}
      onClick={() => {
        if (!toggleFavourite(id)) showToast(t('home.favourites_full'), 'error');
      }}
    >
      <Icon name={MORE_ICONS.star} size={20} />
    </button>
  );
}
