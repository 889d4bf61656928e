import { Button, SegmentedControl } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Dialog, ErrorState, SkeletonRows } from '@voltloop/ui';
import { type ReactNode, Suspense, use, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import { usePaper } from '../../../parts/use-paper.ts';
import { load, oneRow } from '../../resources/index.ts';
import { documentCourse, documentLines } from '../queries.ts';
import styles from './print-dialog.module.css';
import { Sheet, type SheetProps } from './sheet.tsx';
import type { Language } from './sheet-data.ts';

interface PrintDialogProps {
  kind: string;
  id: string;
  onClose: () => void;
}

/** A document as it will be on paper, in either language; prints it, or saves it as PDF by the browser's own dialog. */
export default function PrintDialog({ kind, id, onClose }: PrintDialogProps) {
  const { t, i18n } = useTranslation('documents');
  const [language, setLanguage] = useState<Language>(i18n.language === 'zh' ? 'zh' : 'en');
  return (
    <Dialog opened onClose={onClose} title={t('print.title')} size={880}>
      <div className={styles.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t('print.language')}
          value={language}
          onChange={(value) => setLanguage(value as Language)}
          data={[
            { value: 'zh', label: t('print.zh') },
            { value: 'en', label: t('print.en') },
          ]}
        />
        <Button
          size="sm"
          leftSection={<IconPrinter size={16} stroke={1.8} />}
          onClick={() => window.print()}
          data-autofocus
        >
          {t('print.button')}
        </Button>
      </div>
      <Suspense fallback={<SkeletonRows rows={8} />}>
        <Preview kind={kind} id={id} language={language} />
      </Suspense>
    </Dialog>
  );
}

function Preview({ kind, id, language }: { kind: string; id: string; language: Language }) {
  const loaded = use(load(kind));
  const company = useSession((session) => session.login?.parent_name ?? session.login?.name ?? '');
  const row = useQuery(oneRow(loaded, id));
  const lines = useQuery(documentLines(kind, id));
  const course = useQuery(documentCourse(kind, id, row.data?.version ?? 0));
  const error = row.error ?? lines.error ?? course.error;
  if (error)
    return (
      <ErrorState
        compact
        error={error}
        onRetry={() => void Promise.all([row.refetch(), lines.refetch(), course.refetch()])}
      />
    );
  if (!row.data || !lines.data || !course.data) return <SkeletonRows rows={8} />;
  const sheet: SheetProps = {
    kind: lines.data.declared,
    row: row.data,
    lines: lines.data.lines,
    totals: lines.data,
    course: course.data,
    language,
    company,
  };
  return (
    <>
      <div className={styles.paper}>
        <Sheet {...sheet} />
      </div>
      <OnPaper>
        <Sheet {...sheet} />
      </OnPaper>
    </>
  );
}

const A4 =
  '@page { size: A4; margin: 12mm 12mm 14mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif } }';

/** What goes to the printer in place of the page. */
function OnPaper({ children }: { children: ReactNode }) {
  const root = usePaper(A4);
  return root && createPortal(children, root);
}
