// Written by `node scripts/css-types.mjs`, which the type check runs.

declare module '*/AccountStrip.module.css' { const styles: Readonly<Record<'amount' | 'equity' | 'figures' | 'free' | 'level' | 'margin' | 'profit' | 'strip' | 'word' | 'worth', string>>; export default styles; }
declare module '*/AlertSheet.module.css' { const styles: Readonly<Record<'form' | 'list' | 'now' | 'push' | 'rail' | 'reason' | 'reference' | 'repeat' | 'row' | 'what' | 'words', string>>; export default styles; }
declare module '*/Amount.module.css' { const styles: Readonly<Record<'rest', string>>; export default styles; }
declare module '*/AuthScreen.module.css' { const styles: Readonly<Record<'remark', string>>; export default styles; }
declare module '*/Balance.module.css' { const styles: Readonly<Record<'amount' | 'currency' | 'facts' | 'head', string>>; export default styles; }
declare module '*/BindScreen.module.css' { const styles: Readonly<Record<'ltr', string>>; export default styles; }
declare module '*/BulkSheet.module.css' { const styles: Readonly<Record<'fate' | 'note' | 'progress' | 'row' | 'total', string>>; export default styles; }
declare module '*/Button.module.css' { const styles: Readonly<Record<'button' | 'content' | 'iconButton' | 'spinner', string>>; export default styles; }
declare module '*/CandleChart.module.css' { const styles: Readonly<Record<'bars' | 'box' | 'cover' | 'host' | 'legend' | 'legends' | 'newest' | 'top' | 'uOver' | 'uUnder' | 'uWrap', string>>; export default styles; }
declare module '*/ChargeScreen.module.css' { const styles: Readonly<Record<'choice' | 'form' | 'number' | 'qr' | 'record' | 'records' | 'remark' | 'state' | 'time' | 'unit', string>>; export default styles; }
declare module '*/ChartFills.module.css' { const styles: Readonly<Record<'toggle', string>>; export default styles; }
declare module '*/ChartPanel.module.css' { const styles: Readonly<Record<'bar' | 'chart' | 'facts' | 'full' | 'ground' | 'name' | 'panel' | 'price' | 'rail' | 'tools', string>>; export default styles; }
declare module '*/ChartSheet.module.css' { const styles: Readonly<Record<'add' | 'choices' | 'draw' | 'head' | 'heading' | 'indicator' | 'limit' | 'part', string>>; export default styles; }
declare module '*/ChartTools.module.css' { const styles: Readonly<Record<'act', string>>; export default styles; }
declare module '*/ChatScreen.module.css' { const styles: Readonly<Record<'bar' | 'bubble' | 'day' | 'end' | 'file' | 'input' | 'log' | 'note' | 'picture' | 'progress' | 'text', string>>; export default styles; }
declare module '*/Chips.module.css' { const styles: Readonly<Record<'chip' | 'chips', string>>; export default styles; }
declare module '*/CodeFields.module.css' { const styles: Readonly<Record<'image', string>>; export default styles; }
declare module '*/ConfirmSheet.module.css' { const styles: Readonly<Record<'body' | 'dear' | 'head' | 'price' | 'side' | 'terms' | 'warning', string>>; export default styles; }
declare module '*/ConnectionChip.module.css' { const styles: Readonly<Record<'chip' | 'retry' | 'status', string>>; export default styles; }
declare module '*/ContactFields.module.css' { const styles: Readonly<Record<'area' | 'button' | 'item' | 'none' | 'search', string>>; export default styles; }
declare module '*/CurrencyChoice.module.css' { const styles: Readonly<Record<'chips' | 'choice', string>>; export default styles; }
declare module '*/DayRail.module.css' { const styles: Readonly<Record<'day' | 'edge' | 'edges', string>>; export default styles; }
declare module '*/DrawingTools.module.css' { const styles: Readonly<Record<'bar' | 'note' | 'row', string>>; export default styles; }
declare module '*/EmptyState.module.css' { const styles: Readonly<Record<'empty' | 'picture' | 'text' | 'title', string>>; export default styles; }
declare module '*/FilterSheet.module.css' { const styles: Readonly<Record<'days' | 'label', string>>; export default styles; }
declare module '*/Form.module.css' { const styles: Readonly<Record<'form', string>>; export default styles; }
declare module '*/FormField.module.css' { const styles: Readonly<Record<'answers' | 'field' | 'hint' | 'label', string>>; export default styles; }
declare module '*/GroupRow.module.css' { const styles: Readonly<Record<'action' | 'facts' | 'group' | 'head' | 'name' | 'open' | 'profit', string>>; export default styles; }
declare module '*/HeroStream.module.css' { const styles: Readonly<Record<'base' | 'line' | 'price' | 'stream' | 'tip', string>>; export default styles; }
declare module '*/HistoryScreen.module.css' { const styles: Readonly<Record<'entry' | 'filters' | 'memo', string>>; export default styles; }
declare module '*/HomeParts.module.css' { const styles: Readonly<Record<'choice' | 'handle' | 'star' | 'steps', string>>; export default styles; }
declare module '*/HomeScreen.module.css' { const styles: Readonly<Record<'filters' | 'login' | 'offer' | 'offers' | 'shut' | 'wordMark', string>>; export default styles; }
declare module '*/Hud.module.css' { const styles: Readonly<Record<'buttons' | 'hud', string>>; export default styles; }
declare module '*/Icon.module.css' { const styles: Readonly<Record<'directional' | 'icon', string>>; export default styles; }
declare module '*/Impact.module.css' { const styles: Readonly<Record<'after' | 'change' | 'facts' | 'side', string>>; export default styles; }
declare module '*/IndicatorLegend.module.css' { const styles: Readonly<Record<'item' | 'over' | 'pane', string>>; export default styles; }
declare module '*/InfiniteList.module.css' { const styles: Readonly<Record<'foot', string>>; export default styles; }
declare module '*/InstallationNotice.module.css' { const styles: Readonly<Record<'action' | 'notice', string>>; export default styles; }
declare module '*/InstrumentPicker.module.css' { const styles: Readonly<Record<'change' | 'filters' | 'name' | 'names' | 'numbers' | 'price' | 'row' | 'search', string>>; export default styles; }
declare module '*/InstrumentSheet.module.css' { const styles: Readonly<Record<'day' | 'facts' | 'hours' | 'now' | 'outline' | 'price' | 'section' | 'title' | 'week', string>>; export default styles; }
declare module '*/Invitation.module.css' { const styles: Readonly<Record<'doors', string>>; export default styles; }
declare module '*/InviteScreen.module.css' { const styles: Readonly<Record<'action' | 'head', string>>; export default styles; }
declare module '*/LanguageHint.module.css' { const styles: Readonly<Record<'hint' | 'offer', string>>; export default styles; }
declare module '*/LanguageScreen.module.css' { const styles: Readonly<Record<'row', string>>; export default styles; }
declare module '*/LaterPart.module.css' { const styles: Readonly<Record<'failed', string>>; export default styles; }
declare module '*/Lines.module.css' { const styles: Readonly<Record<'amount' | 'answer' | 'dock' | 'foot' | 'label' | 'rows' | 'words', string>>; export default styles; }
declare module '*/LocationRouter.module.css' { const styles: Readonly<Record<'veil', string>>; export default styles; }
declare module '*/LoginScreen.module.css' { const styles: Readonly<Record<'demo' | 'form' | 'links' | 'login' | 'or' | 'safe' | 'text' | 'welcome', string>>; export default styles; }
declare module '*/MarginCard.module.css' { const styles: Readonly<Record<'card' | 'head' | 'icon', string>>; export default styles; }
declare module '*/MethodFacts.module.css' { const styles: Readonly<Record<'account' | 'facts' | 'line', string>>; export default styles; }
declare module '*/MethodsScreen.module.css' { const styles: Readonly<Record<'add' | 'list' | 'method', string>>; export default styles; }
declare module '*/Modal.module.css' { const styles: Readonly<Record<'actions' | 'body' | 'footer' | 'header' | 'modal' | 'panel' | 'shade' | 'sheetBody' | 'sheetTitle' | 'title', string>>; export default styles; }
declare module '*/Movers.module.css' { const styles: Readonly<Record<'cell' | 'strip', string>>; export default styles; }
declare module '*/NewsDetailScreen.module.css' { const styles: Readonly<Record<'article' | 'body' | 'title', string>>; export default styles; }
declare module '*/NewsScreen.module.css' { const styles: Readonly<Record<'desc' | 'item' | 'list' | 'logo' | 'text' | 'title', string>>; export default styles; }
declare module '*/NotServed.module.css' { const styles: Readonly<Record<'notice', string>>; export default styles; }
declare module '*/NumberStepper.module.css' { const styles: Readonly<Record<'step' | 'stepper', string>>; export default styles; }
declare module '*/OrderScreen.module.css' { const styles: Readonly<Record<'action' | 'acts' | 'bar' | 'better' | 'bulk' | 'curve' | 'day' | 'facts' | 'figure' | 'grid' | 'group' | 'groupName' | 'head' | 'hide' | 'label' | 'lead' | 'mark' | 'night' | 'now' | 'open' | 'panel' | 'profit' | 'progress' | 'reason' | 'row' | 'rowPnl' | 'side' | 'skeleton' | 'tabs' | 'way' | 'worth', string>>; export default styles; }
declare module '*/OrderSheet.module.css' { const styles: Readonly<Record<'acts' | 'details' | 'lead' | 'moves' | 'part' | 'price' | 'reference' | 'why', string>>; export default styles; }
declare module '*/OrderStory.module.css' { const styles: Readonly<Record<'ask' | 'body' | 'bones' | 'pip' | 'story' | 'words', string>>; export default styles; }
declare module '*/Overlays.module.css' { const styles: Readonly<Record<'ring' | 'veil', string>>; export default styles; }
declare module '*/Page.module.css' { const styles: Readonly<Record<'below' | 'content' | 'header' | 'page' | 'title' | 'titled', string>>; export default styles; }
declare module '*/PartRow.module.css' { const styles: Readonly<Record<'close' | 'entry' | 'line' | 'open' | 'part' | 'pnl', string>>; export default styles; }
declare module '*/PeriodBar.module.css' { const styles: Readonly<Record<'left' | 'period' | 'row', string>>; export default styles; }
declare module '*/PictureField.module.css' { const styles: Readonly<Record<'empty' | 'field' | 'frame' | 'input' | 'picture' | 'progress' | 'remove', string>>; export default styles; }
declare module '*/PortfolioScreen.module.css' { const styles: Readonly<Record<'axis' | 'choice' | 'curve' | 'days' | 'dots' | 'equity' | 'facts' | 'gain' | 'grid' | 'holding' | 'lead' | 'level' | 'line' | 'performance' | 'plot' | 'section' | 'waiting' | 'worth', string>>; export default styles; }
declare module '*/PositionStrip.module.css' { const styles: Readonly<Record<'acts' | 'average' | 'fold' | 'head' | 'profit' | 'rows' | 'strip', string>>; export default styles; }
declare module '*/PriceHeader.module.css' { const styles: Readonly<Record<'change' | 'header' | 'lying' | 'market' | 'now' | 'price', string>>; export default styles; }
declare module '*/PrintedStatement.module.css' { const styles: Readonly<Record<'sheet', string>>; export default styles; }
declare module '*/ProductScreen.module.css' { const styles: Readonly<Record<'company' | 'link' | 'name' | 'numbers' | 'row' | 'search' | 'title', string>>; export default styles; }
declare module '*/PullToRefresh.module.css' { const styles: Readonly<Record<'around' | 'host' | 'indicator', string>>; export default styles; }
declare module '*/QrCode.module.css' { const styles: Readonly<Record<'code', string>>; export default styles; }
declare module '*/Rail.module.css' { const styles: Readonly<Record<'carrier' | 'mark' | 'part' | 'rail', string>>; export default styles; }
declare module '*/RailEnds.module.css' { const styles: Readonly<Record<'ends' | 'fold' | 'word', string>>; export default styles; }
declare module '*/RankScreen.module.css' { const styles: Readonly<Record<'choice' | 'curve' | 'entry' | 'facts' | 'head' | 'leader' | 'leaders' | 'list' | 'page' | 'place' | 'ranking' | 'rate' | 'trade' | 'who', string>>; export default styles; }
declare module '*/Recorder.module.css' { const styles: Readonly<Record<'block' | 'hint' | 'status', string>>; export default styles; }
declare module '*/RecordingDot.module.css' { const styles: Readonly<Record<'dot', string>>; export default styles; }
declare module '*/RegisterScreen.module.css' { const styles: Readonly<Record<'form' | 'other', string>>; export default styles; }
declare module '*/ReplayBanner.module.css' { const styles: Readonly<Record<'banner' | 'build' | 'facts' | 'tap' | 'text', string>>; export default styles; }
declare module '*/ReplayBar.module.css' { const styles: Readonly<Record<'bar' | 'digest' | 'end' | 'legend' | 'note' | 'problem' | 'row' | 'speed' | 'time' | 'timeline', string>>; export default styles; }
declare module '*/SecondStep.module.css' { const styles: Readonly<Record<'ltr' | 'others' | 'step', string>>; export default styles; }
declare module '*/Section.module.css' { const styles: Readonly<Record<'card' | 'copyRow' | 'grow' | 'plain' | 'row' | 'section' | 'text' | 'title' | 'value', string>>; export default styles; }
declare module '*/SecuritySection.module.css' { const styles: Readonly<Record<'actions' | 'codes' | 'name' | 'qr' | 'row' | 'sheet', string>>; export default styles; }
declare module '*/Segmented.module.css' { const styles: Readonly<Record<'group' | 'option', string>>; export default styles; }
declare module '*/SettingsScreen.module.css' { const styles: Readonly<Record<'choice' | 'device' | 'name' | 'none' | 'sample' | 'search' | 'zone' | 'zoneRow', string>>; export default styles; }
declare module '*/Shell.module.css' { const styles: Readonly<Record<'badge' | 'pane' | 'scroll', string>>; export default styles; }
declare module '*/Shortcuts.module.css' { const styles: Readonly<Record<'keys' | 'row' | 'what', string>>; export default styles; }
declare module '*/SigLogo.module.css' { const styles: Readonly<Record<'box', string>>; export default styles; }
declare module '*/SigText.module.css' { const styles: Readonly<Record<'even' | 'odd', string>>; export default styles; }
declare module '*/Skeleton.module.css' { const styles: Readonly<Record<'skeleton', string>>; export default styles; }
declare module '*/Sparkline.module.css' { const styles: Readonly<Record<'picture' | 'spark', string>>; export default styles; }
declare module '*/StakedField.module.css' { const styles: Readonly<Record<'field' | 'stake', string>>; export default styles; }
declare module '*/StarButton.module.css' { const styles: Readonly<Record<'star', string>>; export default styles; }
declare module '*/StopFields.module.css' { const styles: Readonly<Record<'means' | 'stop' | 'trail' | 'unit', string>>; export default styles; }
declare module '*/Switch.module.css' { const styles: Readonly<Record<'bare' | 'hint' | 'input' | 'row', string>>; export default styles; }
declare module '*/TabBar.module.css' { const styles: Readonly<Record<'bar' | 'label' | 'tab', string>>; export default styles; }
declare module '*/Tabs.module.css' { const styles: Readonly<Record<'badge' | 'tab' | 'tabs', string>>; export default styles; }
declare module '*/TapLine.module.css' { const styles: Readonly<Record<'line' | 'pips' | 'text', string>>; export default styles; }
declare module '*/TapSheet.module.css' { const styles: Readonly<Record<'row' | 'sum', string>>; export default styles; }
declare module '*/TextInput.module.css' { const styles: Readonly<Record<'frame' | 'input', string>>; export default styles; }
declare module '*/Ticket.module.css' { const styles: Readonly<Record<'axis' | 'bar' | 'buttons' | 'choice' | 'costs' | 'face' | 'felt' | 'fig' | 'figures' | 'last' | 'lots' | 'margin' | 'more' | 'notes' | 'opts' | 'outline' | 'part' | 'place' | 'price' | 'priced' | 'quick' | 'quickHead' | 'rail' | 'rows' | 'says' | 'sides' | 'stopsAt' | 'taps' | 'ticket' | 'wait' | 'warning' | 'words', string>>; export default styles; }
declare module '*/Toasts.module.css' { const styles: Readonly<Record<'host' | 'toast', string>>; export default styles; }
declare module '*/TradeScreen.module.css' { const styles: Readonly<Record<'account' | 'below' | 'columns' | 'head' | 'picker' | 'positions' | 'price' | 'quote' | 'rest' | 'scroll' | 'side' | 'star', string>>; export default styles; }
declare module '*/UserScreen.module.css' { const styles: Readonly<Record<'account' | 'actions' | 'badge' | 'name' | 'state' | 'who', string>>; export default styles; }
declare module '*/VirtualRows.module.css' { const styles: Readonly<Record<'list' | 'row', string>>; export default styles; }
declare module '*/WalletScreen.module.css' { const styles: Readonly<Record<'card', string>>; export default styles; }
declare module '*/WithdrawScreen.module.css' { const styles: Readonly<Record<'amount' | 'available' | 'done' | 'doneText' | 'doneTitle' | 'facts' | 'filter' | 'form' | 'mark' | 'method' | 'methods' | 'none' | 'row' | 'rowHead' | 'sign' | 'state' | 'unit', string>>; export default styles; }
declare module '*/base.css' {}
declare module '*/boot.css' {}
declare module '*/quote-row.css' {}
declare module '*/tokens.css' {}
