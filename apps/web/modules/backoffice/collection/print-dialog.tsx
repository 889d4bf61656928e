import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useSession } from '../../../api/session.ts';
import { ErrorState, SkeletonRows } from '../../../ui/index.ts';
import {
  AmountOnPaper,
  eventsOf,
  type Language,
  OnBoth,
  Paper,
  PaperDialog,
  printed,
} from '../../documents/index.ts';
import { load, oneRow, rowHistory } from '../../resources/index.ts';
import { factsOf, markOf, type PaperName, papers, tableOf } from './sheet-data.ts';

interface PrintDialogProps {
  paper: PaperName;
  id: string;
  onClose: () => void;
}

/** The print preview of a quotation or settlement. */
export default function PrintDialog({ paper, id, onClose }: PrintDialogProps) {
  return (
    <PaperDialog onClose={onClose}>
      {(language) => <Preview paper={paper} id={id} language={language} />}
    </PaperDialog>
  );
}

function Preview({ paper: name, id, language }: { paper: PaperName; id: string; language: Language }) {
  const loaded = use(load('collection'));
  const company = useSession((session) => session.login?.parent_name ?? session.login?.name ?? '');
  const found = useQuery(oneRow(loaded, id));
  const history = useQuery(rowHistory(loaded, id));
  const error = found.error ?? history.error;
  if (error)
    return (
      <ErrorState
        compact
        error={error}
        onRetry={() => void Promise.all([found.refetch(), history.refetch()])}
      />
    );
  if (!found.data || !history.data) return <SkeletonRows rows={8} />;
  const { data: row } = found;
  const { resource } = loaded;
  const { title, facts, lines, amount, signatures } = papers[name];
  const events = eventsOf(history.data);
  const last = (step: string) => events.findLast((event) => event.step === step);
  const total = row[amount];
  return (
    <OnBoth>
      <Paper
        language={language}
        company={company}
        title={title[language]}
        no={String(row.no)}
        state={markOf(row, language)}
        facts={factsOf(resource, row, facts, language)}
        table={tableOf(resource, row, lines, language)}
        totals={typeof total === 'string' && <AmountOnPaper amount={total} language={language} />}
        signatures={signatures}
        people={[[printed.made, last(name === 'quotation' ? 'insert' : 'settle')]]}
      />
    </OnBoth>
  );
}
