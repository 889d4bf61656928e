import { useQuery } from '@tanstack/react-query';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Card, EmptyState } from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { Due, StateBadge, useListLanguage } from './badges.tsx';
import { reportsOfDocument } from './queries.ts';
import styles from './reporting.module.css';

/** The mandatory reports of a document's lines, on its page. */
export default function DocumentReports({ id }: { id: string }) {
  const { t } = useTranslation('reporting');
  const of = useListLanguage();
  const [page, setPage] = useState(1);
  const found = useQuery(reportsOfDocument(id, page));
  if (!found.data) return <QueryPlaceholder of={found} rows={4} />;
  const { list, total, size } = found.data;
  if (total === 0) return <EmptyState compact title={t('ofDocument.none')} text={t('ofDocument.noneText')} />;
  return (
    <Card>
      <div className={styles.scroll}>
        <table className={styles.rules}>
          <thead>
            <tr>
              <th scope="col">{t('column.record')}</th>
              <th scope="col">{t('column.type')}</th>
              <th scope="col">{t('column.state')}</th>
              <th scope="col">{t('column.due')}</th>
            </tr>
          </thead>
          <tbody>
            {list.map((report) => (
              <tr key={report.id}>
                <td>
                  <Link to={`/backoffice/reporting/${report.id}`} className="link">
                    {report.code ?? report.id.slice(0, 8)}
                  </Link>
                </td>
                <td>{optionLabel('reportedType', report.type, of)}</td>
                <td>
                  <StateBadge report={report} />
                </td>
                <td>
                  <Due report={report} today={undefined} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > size && (
        <Pager
          total={total}
          page={page}
          size={size}
          sizes={[size]}
          autoScroll={false}
          onChange={(next) => setPage(next.page)}
        />
      )}
    </Card>
  );
}
