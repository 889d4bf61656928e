import { Button, SegmentedControl } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Dialog, ErrorState, SkeletonRows } from '@voltloop/ui';
import { Suspense, use, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
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

/** What goes to the printer in place of the page, also by the browser's own command. On the screen it is not there. */
function OnPaper({ children }: { children: React.ReactNode }) {
  const [root, setRoot] = useState<HTMLElement | null>(null);
  useEffect(() => {
    const rules = new CSSStyleSheet();
    rules.replaceSync(`
      @page { size: A4; margin: 12mm 12mm 14mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif } }
      @media screen { [data-print] { display: none } }
      @media print {
        html, body { margin: 0 !important; padding: 0 !important; background: #fff !important; height: auto !important; overflow: visible !important }
        body > *:not([data-print]) { display: none !important }
      }`);
    const holder = document.createElement('div');
    holder.dataset.print = '';
    document.body.append(holder);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, rules];
    setRoot(holder);
    return () => {
      setRoot(null);
      holder.remove();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== rules);
    };
  }, []);
  return root && createPortal(children, root);
}
