import type { Side } from '../../../shared/domain/order.ts';
import type { Volume } from '../../../shared/domain/volume.ts';
import { formatLots } from '../../format/money.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Value } from '../Value.tsx';

interface SideSizeProps {
  /** Undefined: buys and sells balance. */
  readonly side: Side | undefined;
  readonly size: Volume;
}

/** Lots with their side: a triangle that points with it, which is a word for those who hear it. */
export function SideSize({ side, size }: SideSizeProps) {
  const { t } = useTranslation();
  return (
    <span>
      {side !== undefined && (
        <>
          <span aria-hidden="true" className="tiny" data-tone={side === 'buy' ? 'up' : 'down'}>
            {side === 'buy' ? '▲' : '▼'}
          </span>
          <span className="visually-hidden">{t(side === 'buy' ? 'order.buy' : 'order.sell')}</span>{' '}
        </>
      )}
      <Value>{formatLots(size)}</Value>
    </span>
  );
}
