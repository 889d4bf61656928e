import { useQueryClient } from '@tanstack/react-query';
import { type ReportProblem, submitReports } from '@voltloop/contract/calls/reporting.ts';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { toast } from '../../parts/toast.ts';
import { useMutation } from '../../parts/use-mutation.ts';
import { REPORTS } from './queries.ts';

export interface RefusedReport {
  id: string;
  problems: ReportProblem[];
}

/** Submits records; incomplete ones are returned with what is missing. */
export function useSubmit() {
  const client = useQueryClient();
  const [refused, setRefused] = useState<RefusedReport[]>([]);
  const { mutate: submit, isPending: busy } = useMutation({
    mutationFn: (ids: readonly string[]) => call(submitReports, { body: { ids: [...ids] } }),
    onSuccess: (reply) => {
      if (reply.submitted > 0)
        toast.success({ ns: 'reporting', key: 'submit.done', values: { count: String(reply.submitted) } });
      setRefused(reply.refused);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: REPORTS }),
  });
  return { submit, busy, refused, forget: () => setRefused([]) };
}
