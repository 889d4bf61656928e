import { useCallback, useEffect, useState } from 'react';
import { notifyError } from '../../ui/toast/notify-error.ts';
import type { Row } from '../resources/index.ts';
import type { useLines } from './use-lines.ts';

type Check = ReturnType<typeof useLines>['check'];
export type CheckFindings = Awaited<ReturnType<Check>>;

/** The check of the saved lines on request: one requested during a save waits for it. */
export function useCheck(
  row: Row,
  { saving, saves, check }: { saving: boolean; saves: number; check: Check },
) {
  const [result, setResult] = useState<{ of: string; findings: CheckFindings } | null>(null);
  const [checking, setChecking] = useState(false);
  useEffect(() => {
    if (!checking || saving) return;
    const of = stateOf(row, saves);
    check()
      .then((findings) => setResult({ of, findings }), notifyError)
      .finally(() => setChecking(false));
    // A change of the lines while the check runs changes `saves`, and hides its result.
  }, [checking, saving]);
  return {
    checking,
    start: useCallback(() => setChecking(true), []),
    /** The findings; null once the lines have changed or are posted. */
    findings: result?.of === stateOf(row, saves) ? result.findings : null,
  };
}

/** Identifies what a check has covered: the header, and the lines as last saved. */
const stateOf = ({ version, status }: Row, saves: number) => `${version} ${status} ${saves}`;
