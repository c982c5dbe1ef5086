import AudioSessionConfigurationFile
import Testing

@Suite struct TimeSpanTests {
  static let rows: [(text: String, time: Duration?)] = [
    ("0", .zero),
    ("5", .seconds(5)),
    ("0.25", .milliseconds(250)),
    ("300ms", .milliseconds(300)),
    ("300 ms", .milliseconds(300)),
    ("5s", .seconds(5)),
    ("1.5s", .milliseconds(1500)),
    ("1min", .seconds(60)),
    ("1min 30s", .seconds(90)),
    ("1min30s", .seconds(90)),
    ("1min 30", .seconds(90)),
    ("1h 1m 1sec 1msec 1us", .microseconds(3_661_001_001)),
    ("2 minutes 1 second", .seconds(121)),
    ("7µs", .microseconds(7)),
    ("", nil),
    (" ", nil),
    ("s", nil),
    ("-1s", nil),
    ("+1s", nil),
    ("1.s", nil),
    (".5s", nil),
    ("1.2.3s", nil),
    ("1e3", nil),
    ("1S", nil),
    ("5 parsecs", nil),
    ("infinity", nil),
    ("99999999999999999999", nil),
    ("9223372036s 9223372036s", nil),
    ("9223372037s", nil),
    ("٣s", nil),
  ]

  @Test(arguments: rows) func `a time is read as systemd does`(text: String, time: Duration?) {
    #expect(TimeSpan.parse(text) == time)
  }

  static let formats: [(time: Duration, text: String)] = [
    (.zero, "0"), (.milliseconds(300), "300ms"), (.seconds(1), "1s"), (.seconds(600), "10min"),
    (.milliseconds(3_690_500), "1h 1min 30s 500ms"), (.microseconds(1), "1us"),
    (.nanoseconds(100), "0.100us"), (.nanoseconds(2_000_000_009), "2s 0.009us"),
  ]

  @Test(arguments: formats) func `a time is written to be read again`(time: Duration, text: String)
  {
    #expect(TimeSpan.format(time) == text)
    #expect(TimeSpan.parse(text) == time)
  }
}
