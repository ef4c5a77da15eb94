import { Type } from 'typebox';
import { AnalysisStatus, Severity } from './analysis.ts';
import { Nullable, Time } from './common.ts';

export const Repository = Type.Object(
  {
    id: Type.String({ examples: ['repo_0V3mKq8ZxYbD2nR5tW7uAe'] }),
    org_id: Type.String(),
    codehost: Type.String({ examples: ['github'] }),
    external_id: Type.Integer({ description: "The code host's number of it, which outlives names" }),
    full_name: Type.String({ examples: ['acme/infrastructure'] }),
    private: Type.Boolean(),
    archived: Type.Boolean(),
    default_branch: Nullable(Type.String()),
    created_at: Time,
    open_incidents: Type.Integer({ description: 'Incidents of it that are not resolved' }),
    last_analysis: Nullable(
      Type.Object({
        id: Type.String(),
        status: AnalysisStatus,
        severity: Severity,
        created_at: Time,
        finished_at: Nullable(Time),
      }),
    ),
  },
  { title: 'Repository' },
);
