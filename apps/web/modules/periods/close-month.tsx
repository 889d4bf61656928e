import { Button, Group } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { closePeriod, type OpenDocument, type Period } from '@voltloop/contract/calls/periods.ts';
import { optionLabel } from '@voltloop/domain/options/index.ts';
import { names, type ResourceName } from '@voltloop/resources/names.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { languageOf } from '../../context/language-of.ts';
import { AllowedLink } from '../../ui/allowed-link.tsx';
import { ConfirmDialog, Dialog, useFormat } from '../../ui/index.ts';
import { QueryPlaceholder } from '../../ui/states/query-state.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { localized, rowPath } from '../resources/index.ts';
import styles from './periods.module.css';
import { openDocuments, openTransits, PERIODS } from './queries.ts';

interface CloseMonthProps {
  period: Period;
  onClose: () => void;
}

/** Confirms the closing of a month; lists the documents that prevent it, if any. */
export function CloseMonth({ period: { month, open }, onClose }: CloseMonthProps) {
  const { t } = useTranslation(['periods', 'ui']);
  const client = useQueryClient();
  const changed = () => void client.invalidateQueries({ queryKey: [PERIODS] });
  if (open > 0)
    return (
      <Dialog opened onClose={onClose} title={t('close.heldTitle', { month })}>
        <p>{t('close.held', { count: open })}</p>
        <OpenDocuments month={month} onLeave={onClose} />
        <OpenTransits month={month} onLeave={onClose} />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('close', { ns: 'ui' })}
          </Button>
        </Group>
      </Dialog>
    );
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('close.title', { month })}
      confirmLabel={t('close.button')}
      onConfirm={async () => {
        try {
          await call(closePeriod, { body: { month } });
        } finally {
          // If refused, another user has meanwhile opened a document or closed the month: the refetched list shows it.
          changed();
        }
        toast.success({ ns: 'periods', key: 'close.done', values: { month } });
      }}
    >
      {t('close.text')}
      <OpenTransits month={month} onLeave={onClose} />
    </ConfirmDialog>
  );
}

/** Goods in transit at the end of the month: shown, but they do not prevent closing. */
function OpenTransits({ month, onLeave }: { month: string; onLeave: () => void }) {
  const { t } = useTranslation('periods');
  const { data } = useQuery(openTransits(month));
  if (!data || data.length === 0) return null;
  return (
    <>
      <p>{t('close.transits', { count: data.length })}</p>
      <ul className={styles.open}>
        {data.map(({ id, kind, no, day, store, pieces, kg }) => (
          <li key={id}>
            <AllowedLink to={rowPath(kind, id)} onClick={onLeave}>
              {no ?? t('noNumber')}
            </AllowedLink>
            <span className={styles.facts}>
              {[day, store, t('close.transit', { pieces, kg })].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function OpenDocuments({ month, onLeave }: { month: string; onLeave: () => void }) {
  const { t } = useTranslation('periods');
  const { language } = useFormat();
  const found = useQuery(openDocuments(month));
  if (found.error || !found.data) return <QueryPlaceholder of={found} rows={3} />;
  const kindOf = ({ kind }: OpenDocument) => {
    const words = (names as Readonly<Record<string, ResourceName>>)[kind]?.one;
    return words ? localized(words, language) : kind;
  };
  return (
    <ul className={styles.open}>
      {found.data.map((document) => (
        <li key={document.id}>
          <AllowedLink to={rowPath(document.kind, document.id)} onClick={onLeave}>
            {kindOf(document)} {document.no ?? t('noNumber')}
          </AllowedLink>
          <span className={styles.facts}>
            {document.day}
            {' · '}
            {optionLabel('documentStatus', document.status, languageOf(language))}
            {document.createdBy && ` · ${document.createdBy}`}
          </span>
        </li>
      ))}
    </ul>
  );
}
