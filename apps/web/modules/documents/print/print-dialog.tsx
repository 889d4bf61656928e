import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useSession } from '../../../api/session.ts';
import { ErrorState, SkeletonRows } from '../../../ui/index.ts';
import { load, oneRow } from '../../resources/index.ts';
import { documentCourse, documentLines } from '../queries.ts';
import { OnBoth, PaperDialog } from './paper-dialog.tsx';
import { Sheet } from './sheet.tsx';
import type { Language } from './sheet-data.ts';

interface PrintDialogProps {
  kind: string;
  id: string;
  onClose: () => void;
}

/** The print preview of a document. */
export default function PrintDialog({ kind, id, onClose }: PrintDialogProps) {
  return (
    <PaperDialog onClose={onClose}>
      {(language) => <Preview kind={kind} id={id} language={language} />}
    </PaperDialog>
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
  return (
    <OnBoth>
      <Sheet
        kind={lines.data.declared}
        row={row.data}
        lines={lines.data.lines}
        totals={lines.data}
        course={course.data}
        language={language}
        company={company}
      />
    </OnBoth>
  );
}
