/** Claims that no finding supports, and instructions that no summary gives. */
const NEVER: readonly RegExp[] = [
  // Denials of drift: a model is asked only if there is drift.
  /\b(no|not any|without|zero|free of)\b[^.;\n]{0,25}\b(drift|differences?|changes?|findings?|issues?|problems?|risks?|impact|action|concerns?)\b/,
  /\b(nothing|everything|all resources|none of (it|them))\b[^.;\n]{0,40}\b(in sync|sync|match(es|ed)?|changed|drift(s|ed)?|differs?|wrong|do|fine|well|ok|okay|worry|unchanged|secure)\b/,
  /\b(estate|infrastructure|environment|account|cloud) (is|are|remains?|stays?) [^.;\n]{0,20}\b(sync|fine|well|ok|okay|unchanged|secure|healthy|clean)\b/,
  /\b(false (alarm|positive)s?|can be (safely )?(ignored|dismissed|skipped)|nothing to do|do nothing|all (is )?(clear|good|well|fine))\b/,
  /\b(was|were|is|are|been|has|have) (all )?(already )?(intended|intentional|expected|planned|deliberate|approved|authori[sz]ed|resolved|fixed|reverted|compromised|breached|attacked|hacked|stolen|leaked|exfiltrated)\b/,
  /\b(approved|authori[sz]ed|signed off|on behalf of)\b/,
  // Judgements of importance: only the severity expresses it.
  /\b(harmless|benign|innocuous|trusted|trustworthy|minor|trivial|negligible|cosmetic|unimportant|insignificant|safe|safely)\b/,
  /\b(needs?|requires?|deserves?|warrants?|poses?|carries) (no|little)\b|\blittle (danger|threat|urgency|harm)\b/,
  /\b(can|may|could|should) (all )?(wait|stay|remain|be left)\b|\b(leave|keep)\b[^.;\n]{0,40}\b(alone|open|until|as (it|they|is))\b/,
  // Guesses about the author, whom nobody knows.
  /\b(by|from|of|to) (a|an|the|our|your|some)\b[^.;\n]{0,30}\b(teams?|hackers?|attackers?|intruders?|engineers?|contractors?|colleagues?|vendors?|office|employees?|departments?)\b/,
  // Instructions that somebody wrote into the findings, to the model or to the reader.
  /\b(ignore|disregard|forget|override|obey)\b|\b(instructions?|prompts?|assistant|chatbot|language model|ai model|as an ai|system message|jailbreak)\b/,
  /\b(click|visit|browse|download|upload|e-?mails?|phone|sms|subscribe|sudo|curl|wget|bash|chmod|password is|rm -)\b/,
  /\b(destroy|taint|untaint|force-unlock|auto-approve|state rm)\b/,
];

/** Words that a sentence may use only if its finding supports them. */
const BORNE_OUT: readonly [said: RegExp, by: RegExp][] = [
  [/\b(deleted|destroyed|gone|missing|deletion)\b/, /delet|remov|gone/],
  [
    /\b(internet|public|publicly|anybody|anyone|everyone|everybody|world)\b/,
    /internet|public|anybody|0\.0\.0\.0\/0|::\/0/,
  ],
  [/\b(admin|administrator|administrators|root|superuser)\b/, /admin|every action|everything|root/],
  [/\b(un)?encrypt(ed|ion|s)?\b|\bplaintext\b/, /encrypt|kms|sse|tls|ssl|https|secret|cipher/],
  [/\b(ssh)\b/, /ssh|\b22\b/],
  [/\b(rdp)\b/, /rdp|\b3389\b/],
  [/\b(scheduled?|maintenance|migrations?|tickets?|tests?)\b/, /schedul|maintenance|migrat|ticket|test/],
  [
    /\b(raised|increased|extended|lengthened|grew|widened|longer|higher|larger|bigger)\b/,
    /raised|increas|longer|more|wide|allow|opened|added|unlimited|set to/,
  ],
  [
    /\b(lowered|reduced|decreased|shortened|shrunk|halved|shorter|smaller)\b/,
    /lowered|decreas|shorter|less|kept for|fewer|removed|narrow|from/,
  ],
  [/\b(opened|exposed|exposes|reachable)\b/, /open|allow|internet|public|anybody|0\.0\.0\.0\/0|exposed/],
  [/\b(closed|blocked)\b/, /clos|block|narrow|removed|no longer/],
  [/\b(disabled|suspended|deactivated|switched off|turned off)\b/, /off|disabl|suspend|deactivat|false|no longer|not /],
  [/\b(enabled|activated|switched on|turned on)\b/, /\bon\b|enabl|activat|true/],
  [/\b(rotated|rotation)\b/, /rotat/],
  [/\b(backups?|snapshots?)\b/, /backup|snapshot|recover|version|data|delet|gone/],
  [/\b(passwords?|credentials?|tokens?|secrets?)\b/, /password|credential|token|secret|key|user/],
];

/**
 * True if the evidence supports a sentence's claims; both in lower case. Some claims and all instructions never pass.
 */
export function isBorneOut(sentence: string, evidence: string): boolean {
  return (
    !NEVER.some((claim) => claim.test(sentence)) &&
    BORNE_OUT.every(([said, by]) => !said.test(sentence) || by.test(evidence))
  );
}
