import { useCallback, useEffect, useState } from 'react';
import type { Company } from '../../../shared/contract/site.ts';
import { later } from '../../clock.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { LoadedView, Outline } from '../../components/LoadedView.tsx';
import { Sheet } from '../../components/Modal.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { CopyRow, ListRow } from '../../components/Section.tsx';
import { SearchInput } from '../../components/TextInput.tsx';
import { httpsUrl } from '../../format/https-url.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask, useLoaded } from '../../state/ask.ts';
import styles from './ProductScreen.module.css';

const DEBOUNCE_MS = 250;

/** The search for companies; an empty keyword lists all. */
export function CompanySearch() {
  const { t } = useTranslation();
  const [keyword, setKeyword] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => later(DEBOUNCE_MS, () => setAsked(keyword.trim())), [keyword]);
  const load = useCallback(
    () => (asked === '' ? ask('getCompanies', {}) : ask('searchCompanies', { name: asked })),
    [asked],
  );
  return (
    <Page title={t('company.search_title')} back>
      <search className={styles.search}>
        <SearchInput
          label={t('company.search_title')}
          placeholder={t('company.hint')}
          value={keyword}
          onChange={setKeyword}
        />
      </search>
      <LoadedView {...useLoaded(load)} outline={<Outline rows={[48, 48]} />}>
        {(list) => <Companies list={list} />}
      </LoadedView>
    </Page>
  );
}

function Companies({ list }: { readonly list: readonly Company[] }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<Company>();
  if (list.length === 0)
    return <EmptyState icon={MORE_ICONS.company} title={t('company.none')} text={t('product.none_text')} />;
  return (
    <>
      <ul>
        {list.map((company) => (
          <li key={company.id}>
            <button type="button" className={`row ${styles.company}`} onClick={() => setShown(company)}>
              {company.logo !== '' && <img src={company.logo} alt="" width={40} height={40} />}
              <span className={`grow ${styles.name}`}>
                <span className="strong">{company.name}</span>
                <span className="faint">{company.subject}</span>
              </span>
              <Icon name="forward" size={16} />
            </button>
          </li>
        ))}
      </ul>
      <CompanySheet company={shown} onClose={() => setShown(undefined)} />
    </>
  );
}

interface CompanySheetProps {
  readonly company: Company | undefined;
  readonly onClose: () => void;
}

/** The facts of a company; empty ones are hidden. */
function CompanySheet({ company, onClose }: CompanySheetProps) {
  const { t } = useTranslation();
  const website = httpsUrl(company?.url ?? '');
  return (
    <Sheet open={company !== undefined} onClose={onClose} title={company?.name}>
      {company !== undefined && (
        <>
          {company.subject !== '' && <ListRow title={t('company.subject')} value={company.subject} />}
          {company.registeredAddress !== '' && (
            <ListRow title={t('company.registered')} value={company.registeredAddress} />
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
