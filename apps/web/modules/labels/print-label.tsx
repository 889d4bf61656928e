import { useEffect, useRef } from 'react';
import { useLabelSettings } from './labels-state.ts';
import { PrintSheets } from './print-sheets.tsx';
import { useLabels } from './use-labels.ts';

interface PrintLabelProps {
  code: string;
  /** Called once it is printed, or when there is no label: its problem is shown on the labels page. */
  onDone: (printed: boolean) => void;
}

/** Prints the label of one code at once, with the last print settings. */
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
