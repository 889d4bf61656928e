import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import { useSession } from '../../../api/session.ts';
import { ErrorState, SkeletonRows } from '../../../ui/index.ts';
import { type Language, OnBoth, PaperDialog } from '../../documents/index.ts';
import { load, oneRow } from '../../resources/index.ts';
import { InvoiceSheet } from './invoice-sheet.tsx';

export default function PrintInvoice({ id, onClose }: { id: string; onClose: () => void }) {
  return <PaperDialog onClose={onClose}>{(language) => <Preview id={id} language={language} />}</PaperDialog>;
}

function Preview({ id, language }: { id: string; language: Language }) {
  const loaded = use(load('invoice'));
  const company = useSession((session) => session.login?.parent_name ?? session.login?.name ?? '');
  const { data, error, refetch } = useQuery(oneRow(loaded, id));
  if (error) return <ErrorState compact error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={8} />;
  return (
    <OnBoth>
      <InvoiceSheet resource={loaded.resource} row={data} language={language} company={company} />
    </OnBoth>
  );
}
