import { useEffect, useRef } from 'react';
import { useLabelSettings } from './labels-state.ts';
import { PrintSheets } from './print-sheets.tsx';
import { useLabels } from './use-labels.ts';

interface PrintLabelProps {
  code: string;
  /** The printer has it, or there is no label: its problem is shown on the page of labels. */
  onDone: (printed: boolean) => void;
}

/** Prints the label of one code at once, as labels were set up last. */
export function PrintLabel({ code, onDone }: PrintLabelProps) {
  const settings = useLabelSettings();
  const { ready, tooSmall, error } = useLabels([code], settings);
  const done = useRef(onDone);
  done.current = onDone;
  const failed = tooSmall !== null || error !== null;
  useEffect(() => {
    if (failed) done.current(false);
  }, [failed]);
  const print = () => {
    window.print();
    done.current(true);
  };
  return <PrintSheets ready={ready} settings={settings} onDrawn={print} />;
}
