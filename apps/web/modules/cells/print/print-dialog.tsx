import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useSession } from '../../../api/session.ts';
import { ErrorState, SkeletonRows } from '../../../ui/index.ts';
import { type Language, OnBoth, PaperDialog } from '../../documents/index.ts';
import { load, oneRow } from '../../resources/index.ts';
import { curveOf } from '../queries.ts';
import { ReportSheet } from './report-sheet.tsx';

interface PrintDialogProps {
  id: string;
  onClose: () => void;
}

/** The print preview of a test report. */
export default function PrintDialog({ id, onClose }: PrintDialogProps) {
  return <PaperDialog onClose={onClose}>{(language) => <Preview id={id} language={language} />}</PaperDialog>;
}

function Preview({ id, language }: { id: string; language: Language }) {
  const loaded = use(load('testReport'));
  const company = useSession((session) => session.login?.parent_name ?? session.login?.name ?? '');
  const row = useQuery(oneRow(loaded, id));
  const curve = useQuery(curveOf(id));
  const error = row.error ?? curve.error;
  if (error)
    return (
      <ErrorState compact error={error} onRetry={() => void Promise.all([row.refetch(), curve.refetch()])} />
    );
  if (!row.data || curve.isPending) return <SkeletonRows rows={8} />;
  return (
    <OnBoth>
      <ReportSheet
        resource={loaded.resource}
        row={row.data}
        curve={curve.data ?? null}
        language={language}
        company={company}
      />
    </OnBoth>
  );
}
