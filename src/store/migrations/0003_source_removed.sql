-- Incidents of states whose source was removed say so.
alter table incidents drop constraint incidents_resolution_check;
alter table incidents add constraint incidents_resolution_check
  check (resolution in ('reverted', 'codified', 'removed_from_state', 'source_removed', 'ignored', 'superseded'));
alter table incident_endings drop constraint incident_endings_resolution_check;
alter table incident_endings add constraint incident_endings_resolution_check
  check (resolution in ('reverted', 'codified', 'removed_from_state', 'source_removed', 'ignored', 'superseded'));
