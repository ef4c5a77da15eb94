/** The scales of a direction, each from -1 to 1. */
export const WAYS = ['access', 'state', 'amount'] as const;
export type Way = (typeof WAYS)[number];

/**
 * The words that say in which direction something is changed, upwards and downwards: `*` stands for any end of a word,
 * `_` for a blank, `_*_` for one to four words between. Data, reviewed like the phrase book: what people say, and the
 * verbs of summaries.
 */
export const WORDS: Readonly<Record<Way, { up: string; down: string }>> = {
  access: {
    up: `open opened opens opening expose* public publicly publish* permit* allow* grant* let lets share shared sharing
      widen* unblock* anyone anybody everybody everyone anonymous* reachable reach attach attached whitelist* unlock*
      unrestricted admit* wildcard invite* world-readable everything administrator*`,
    down: `close closed closes closing restrict* private privately deny denied denies denying revok* detach* forbid*
      forbidden narrow* hide hidden block blocked blocks only refuse* reject* lock locked withdraw* withdrawn ban banned
      isolate* least kick cut_off cut_*_off lock_down take_away take_*_away keep_out shut inside_only must_not signed`,
  },
  state: {
    up: `enable* start started starts activate* activated reactivate* resume* resumed turn_on switch_on turn_*_on
      switch_*_on turned_on switched_on protect protected require* required demand* enforce* encrypt encrypted reenable* unmute* give gives
      rotate scan begin introduce* restore* add added adds bring_back insist* must`,
    down: `disable* off stop stopped stops stopping suspend* suspended pause paused pausing deactivat* skip skips mute
      muted without turn_off switch_off turned_off switched_off remove removed removes removing delete deleted drop
      dropped unprotected optional no cancel* silence* ignore* do_without unencrypted none bypass* get_rid kill*
      destroy* terminate* lost`,
  },
  amount: {
    up: `raise raised raises raising increase* grow grown grows growing more bigger larger longer faster extend* double
      doubled scale_up scaled_up add added adds higher quicker boost* bump bumped enlarge* expand* unlimited forever
      for_ever upgrade* up_to speed_up extra upsize* stronger`,
    down: `lower lowered lowers lowering reduc* fewer less smaller shorter shorten* sooner earlier save saving cheaper
      cap capped shrink* shrunk halve* decrease* scale_down scaled_down cut cuts trim* slower downsize* downgrade* half
      minimal tiny zero remove removed removes`,
  },
};

/** Words that turn round the words after them. */
export const NEGATIONS: ReadonlySet<string> = new Set(
  'not never nobody dont don doesnt cannot cant wont prevent prevents avoid stop stops forbid nothing neither'.split(
    ' ',
  ),
);
