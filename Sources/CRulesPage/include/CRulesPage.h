// The page of the rules, as it was when this was compiled.
#pragma once

// The text of Rules.md, in UTF-8, ended by a zero byte.
const char *audiosession_rules_page(void);
