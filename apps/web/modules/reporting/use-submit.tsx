import { useQueryClient } from '@tanstack/react-query';
import { type ReportProblem, submitReports } from '@voltloop/contract/calls/reporting.ts';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useMutation } from '../../ui/query/use-mutation.ts';
import { toast } from '../../ui/toast/toast.ts';
import { REPORTS } from './queries.ts';

export interface RefusedReport {
  id: string;
  problems: ReportProblem[];
}

const NOTHING: { submitted: number; refused: RefusedReport[] } = { submitted: 0, refused: [] };

/** Submits records; incomplete ones are returned with what is missing. */
export function useSubmit() {
  const client = useQueryClient();
  const [{ submitted, refused }, setReply] = useState(NOTHING);
  const { mutate: submit, isPending: busy } = useMutation({
    mutationFn: (ids: readonly string[]) => call(submitReports, { body: { ids: [...ids] } }),
    onSuccess: (reply) => {
      if (reply.submitted > 0)
        toast.success({ ns: 'reporting', key: 'submit.done', values: { count: String(reply.submitted) } });
      setReply(reply);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: REPORTS }),
  });
  return { submit, busy, submitted, refused, forget: () => setReply(NOTHING) };
}
