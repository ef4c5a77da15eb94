import type { Tool } from './tool.ts';
import { getAnalysisTool } from './get-analysis.ts';
import { getIncidentTool } from './get-incident.ts';
import { listDriftTool } from './list-drift.ts';
import { recallTool } from './recall.ts';

/** Every tool there is, in the order in which they are listed. */
export const TOOLS: readonly Tool[] = [recallTool, listDriftTool, getAnalysisTool, getIncidentTool];
