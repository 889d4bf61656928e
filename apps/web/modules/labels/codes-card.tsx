import { Button, Collapse, Textarea } from '@mantine/core';
import { IconPlus, IconScan } from '@tabler/icons-react';
import { MAX_LABELS } from '@voltloop/contract/calls/battery-codes.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../ui/index.ts';
import { openScanner } from '../codes/index.ts';
import styles from './labels.module.css';
import { addCodes, setCodes } from './labels-state.ts';
import type { ReadCodes } from './read-codes.ts';
import { RunForm } from './run-form.tsx';

/** Number of invalid lines that are listed. */
const MAX_LISTED = 5;

/** The codes to print: typed, pasted, scanned one after the other, or generated as a series. */
export function CodesCard({ text, read, known }: { text: string; read: ReadCodes; known: number }) {
  const { t } = useTranslation('labels');
  const { t: check } = useTranslation('checks');
  const [making, setMaking] = useState(false);
  const { codes, wrong } = read;
  return (
    <Card
      title={t('codes.title')}
      tools={
        <>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconScan size={15} stroke={1.8} />}
            onClick={() => openScanner((given) => addCodes([given]))}
          >
            {t('codes.scan')}
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={15} stroke={1.8} />}
            aria-expanded={making}
            onClick={() => setMaking(!making)}
          >
            {t('codes.run')}
          </Button>
        </>
      }
    >
      <div className={styles.settings}>
        <Collapse expanded={making}>{making && <RunForm onDone={() => setMaking(false)} />}</Collapse>
        <Textarea
          label={t('codes.list')}
          description={t('codes.hint')}
          value={text}
          onChange={(event) => setCodes(event.currentTarget.value)}
          autosize
          minRows={4}
          maxRows={12}
          spellCheck={false}
          data-scan="own"
          classNames={{ input: styles.codes ?? '' }}
        />
        <p className={styles.note} aria-live="polite">
          {t('codes.count', { count: codes.length })}
          {codes.length > 0 && ` · ${t('codes.known', { count: known })}`}
        </p>
        {codes.length > MAX_LABELS && (
          <p role="alert" className={styles.wrong}>
            {t('codes.tooMany', { most: MAX_LABELS })}
          </p>
        )}
        {wrong.length > 0 && (
          <ul className={styles.wrong}>
            {wrong.slice(0, MAX_LISTED).map((each) => (
              <li key={`${each.line} ${each.text}`}>
                {t('codes.wrong', { line: each.line, text: each.text, why: check(each.key) })}
              </li>
            ))}
            {wrong.length > MAX_LISTED && (
              <li>{t('codes.wrongMore', { count: wrong.length - MAX_LISTED })}</li>
            )}
          </ul>
        )}
      </div>
    </Card>
  );
}
