import { NativeSelect } from '@mantine/core';
import type { ReportDetail } from '@voltloop/contract/calls/reporting.ts';
import { type ReportField, reportFields } from '@voltloop/domain/reporting/fields.ts';
import { isOpenReport } from '@voltloop/domain/reporting/steps.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card, useFormat } from '../../ui/index.ts';
import { useListLanguage } from './badges.tsx';
import { PayloadValue } from './payload-value.tsx';
import styles from './reporting.module.css';

/** Present and missing values; not those that another value makes unnecessary. */
const isShown = ({ name, required, when }: ReportField, values: Readonly<Record<string, unknown>>) =>
  values[name] !== undefined || (when ? when.is.includes(values[when.field]) : required);

/** The payload: as it would be sent now, or a submitted version. */
export function PayloadCard({ report }: { report: ReportDetail }) {
  const { t } = useTranslation('reporting');
  const of = useListLanguage();
  const { date } = useFormat();
  const [shown, setShown] = useState('');
  const { type, payload, versions, entered, state } = report;
  const version = versions.find((each) => String(each.version) === shown);
  const values = version?.payload ?? payload;
  const before = version && versions.find((each) => each.version === version.version - 1)?.payload;
  return (
    <Card
      title={t('payload.title')}
      description={
        version
          ? [version.createdBy, date(version.createdAt, 'dateTime'), version.reason]
              .filter(Boolean)
              .join(' · ')
          : t(isOpenReport(state) ? 'payload.now' : 'payload.sent')
      }
      tools={
        versions.length > 0 && (
          <NativeSelect
            size="xs"
            aria-label={t('payload.version')}
            value={shown}
            data={[
              { value: '', label: t('payload.latest') },
              ...versions.map((each) => ({
                value: String(each.version),
                label: t('payload.nth', { n: each.version }),
              })),
            ]}
            onChange={(event) => setShown(event.currentTarget.value)}
          />
        )
      }
    >
      <dl className={styles.payload}>
        {reportFields(type)
          .filter((field) => isShown(field, values))
          .map((field) => {
            const { name, words } = field;
            const differs = before && JSON.stringify(before[name]) !== JSON.stringify(values[name]);
            return (
              <div
                key={name}
                data-missing={values[name] === undefined || undefined}
                data-wide={field.kind === 'list' || undefined}
              >
                <dt>{words[of]}</dt>
                <dd>
                  <PayloadValue field={field} value={values[name]} />
                  {!version && entered[name] !== undefined && <small>{t('payload.entered')}</small>}
                  {differs && <small>{t('payload.changed')}</small>}
                </dd>
              </div>
            );
          })}
      </dl>
    </Card>
  );
}
