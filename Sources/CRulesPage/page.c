#include "CRulesPage.h"

// Older than C23, an extension of Clang, and of GCC from version 15 on.
#pragma clang diagnostic ignored "-Wc23-extensions"

// The page stays in one place; SwiftPM takes no resources from another target's folder.
static const char page[] = {
#embed "../Arbitration/Arbitration.docc/Rules.md" suffix(, )
    0};

const char *audiosession_rules_page(void) { return page; }
