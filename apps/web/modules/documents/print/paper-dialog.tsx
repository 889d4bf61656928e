import { Button, SegmentedControl } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../../context/language-of.ts';
import { Dialog, SkeletonRows } from '../../../ui/index.ts';
import { usePaper } from '../../../ui/use-paper.ts';
import styles from './print-dialog.module.css';
import type { Language } from './sheet-data.ts';

interface PaperDialogProps {
  onClose: () => void;
  /** The printed contents, or why there are none. */
  children: (language: Language) => ReactNode;
}

/** A print preview in either language; prints it, or saves it as PDF by the browser's own dialog. */
export function PaperDialog({ onClose, children }: PaperDialogProps) {
  const { t, i18n } = useTranslation('documents');
  const [language, setLanguage] = useState<Language>(languageOf(i18n.language));
  return (
    <Dialog opened guarded={false} onClose={onClose} title={t('print.title')} size={880}>
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
      <Suspense fallback={<SkeletonRows rows={8} />}>{children(language)}</Suspense>
    </Dialog>
  );
}

/** A sheet in the dialog, and for the printer. */
export function OnBoth({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={styles.paper}>{children}</div>
      <OnPaper>{children}</OnPaper>
    </>
  );
}

const A4 =
  '@page { size: A4; margin: 12mm 12mm 14mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif } }';

/** Printed instead of the page. */
function OnPaper({ children }: { children: ReactNode }) {
  const root = usePaper(A4);
  return root && createPortal(children, root);
}
