import type { WireCompany } from '../../../shared/contract/wire-content.ts';
import { CopyRow } from '../../components/CopyRow.tsx';
import { ListRow } from '../../components/ListRow.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { httpsUrl } from '../../format/https-url.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './ProductScreen.module.css';

interface CompanySheetProps {
  readonly company: WireCompany | undefined;
  readonly onClose: () => void;
}

/** What is known of a company; what the house left empty is not shown. */
export function CompanySheet({ company, onClose }: CompanySheetProps) {
  const { t } = useTranslation();
  const website = httpsUrl(company?.url ?? '');
  return (
    <Sheet open={company !== undefined} onClose={onClose} title={company?.name}>
      {company !== undefined && (
        <>
          {company.subject !== '' && <ListRow title={t('company.subject')} value={company.subject} />}
          {company.registered_address !== '' && (
            <ListRow title={t('company.registered')} value={company.registered_address} />
          )}
          {company.location !== '' && (
            <ListRow title={t('company.office_address')} value={company.location} />
          )}
          {website !== undefined && (
            <ListRow
              title={t('company.website')}
              value={
                <a className={styles.link} href={website} target="_blank" rel="noopener noreferrer" dir="ltr">
                  {company.url}
                </a>
              }
            />
          )}
          {company.email !== '' && <CopyRow label={t('company.contact_email')} text={company.email} />}
        </>
      )}
    </Sheet>
  );
}
