import { signal } from '@preact/signals-react';
import { useMemo, useState } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { Icon } from '../../components/Icon.tsx';
import { SigLogo } from '../../components/SigLogo.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { toggleFavourite } from '../../state/favourites.ts';
import { favourites } from '../../state/preferences.ts';
import { popularOf } from '../shared/instrument-search.ts';
import styles from './HomeScreen.module.css';

const COUNT = 6;

interface OffersProps {
  readonly instruments: readonly Instrument[];
  /** Whether no favourite is listed; starred ones may be gone from the exchange. */
  readonly isAlone: boolean;
}

/** In place of no favourites: six instruments with a star. Once one is starred the others stay, above the list. */
export function Offers({ instruments, isAlone }: OffersProps) {
  useSignals();
  const { t } = useTranslation();
  const starred = favourites.value;
  const [wasEmpty] = useState(isAlone);
  const offered = useMemo(() => offersOf(instruments), [instruments]).filter(
    ({ id }) => !starred.includes(id),
  );
  if ((!wasEmpty && !isAlone) || offered.length === 0) return null;
  const title = t(isAlone ? 'home.no_favourites' : 'product.popular');
  return (
    <section aria-label={title}>
      <p className={`soft ${styles.offers}`}>{title}</p>
      <ul>
        {offered.map((one) => (
          <li key={one.id}>
            <Offer of={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One of each category, then the others that are traded most. */
function offersOf(instruments: readonly Instrument[]): readonly Instrument[] {
  const popular = popularOf(instruments);
  const firsts = new Map(popular.toReversed().map((one) => [one.categoryId, one]));
  const isFirst = (one: Instrument): boolean => firsts.get(one.categoryId) === one;
  return [...popular.filter(isFirst), ...popular.filter((one) => !isFirst(one))].slice(0, COUNT);
}

function Offer({ of }: { readonly of: Instrument }) {
  const { t } = useTranslation();
  const logo = useMemo(() => signal(of), [of]);
  return (
    <button
      type="button"
      className={`row ${styles.offer}`}
      onClick={({ currentTarget }) => {
        // This one goes to the list: the focus stays among the offers.
        const { nextElementSibling: next, previousElementSibling: before } =
          currentTarget.parentElement ?? {};
        (next ?? before)?.querySelector('button')?.focus();
        toggleFavourite(of.id);
      }}
    >
      <span className="visually-hidden">{t('home.star_of', { name: of.showCode })} </span>
      <SigLogo of={logo} />
      <span className="grow" translate="no">
        <span className="strong">{of.showCode}</span>
        <br />
        <span className="tiny">{of.name}</span>
      </span>
      <Icon name="star" size={22} />
    </button>
  );
}
