import { Page } from '../components/Page.tsx';
import { Skeleton } from '../components/Skeleton.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import type { RouteEntry } from './routes.ts';

const ROWS = [1, 2, 3, 4, 5, 6] as const;

/** The outline of a screen whose code or session is still loading. */
export function ScreenOutline({ outline, tabBar }: Pick<RouteEntry, 'outline' | 'tabBar'>) {
  const { t } = useTranslation();
  return (
    <Page title={<Skeleton width={120} height={20} />} tabBar={tabBar}>
      <div className="fields" role="status" aria-label={t('public.loading')}>
        {outline === 'chart' && <Skeleton height={280} />}
        {ROWS.map((row) => (
          <Skeleton key={row} height={outline === 'rows' ? 48 : 40} />
        ))}
      </div>
    </Page>
  );
}
